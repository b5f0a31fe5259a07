"""What the program answers, in named parts, for `tools/compare.py`.

Each module has `jobs`, which lists work that can be done in parallel. A job's answers are texts by name. They
are taken where others see them (command lines, JSON Lines, pictures), so that code may be moved and renamed
without changing one.
"""
