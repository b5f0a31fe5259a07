"""Makes the README's picture: the real window at one time of the shipped film.

    python tools/window_picture.py SECONDS OUT.png

Needs a display (Xvfb will do).
"""

import sys
from contextlib import closing
from pathlib import Path

from hardware.capture import Film
from hardware.lamps import NoLamps
from toc_pi.app.camera.camera_events import BoardFound
from toc_pi.app.recording.clip import load_clip
from toc_pi.app.setup.table_summary import game_of
from toc_pi.app.stage import Stage
from toc_pi.app.watch import Passed, watch
from toc_pi.phrases import Phrases
from toc_pi.screen import scene
from toc_pi.screen.frames import SIZE
from toc_pi.screen.window import Window
from toc_pi.words import why

until_s, out = float(sys.argv[1]), Path(sys.argv[2])
clip = load_clip("sample")
game = game_of(clip)
phrases = Phrases("en", clip.colours, why(game, clip.colours, "plain"))
with closing(Window(SIZE)) as window:
    stage = Stage(scene.opening(clip.board, clip.colours), window, NoLamps(), phrases)
    for happening in watch(clip, game, Film(clip.film)):
        if isinstance(happening, Passed):
            if happening.frame.t >= until_s:
                break
        elif not isinstance(happening, BoardFound):
            stage.show(happening)
    stage.present()
    window.save(out)
