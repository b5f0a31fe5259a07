"""Home Assistant discovery: one device with what a lamp in a living room may show.

See home-assistant.io, MQTT, device discovery; the payload's short names are theirs.
"""

import json

from toc_pi.hall.wire.topics import Topics
from toc_pi.languages import load_texts

_TURN = "{{ value_json.colours.get(value_json.turn.seat, 'none') }}"
_CAPTURED = "{{ 'ON' if value_json.verdict is defined and value_json.verdict.captured else 'OFF' }}"
_WRONG = "{{ 'ON' if value_json.waits == 'flag' else 'OFF' }}"


def discovery_payload(hall: str, table: str, language: str) -> bytes:
    """The discovery payload: whose turn it is as a colour word, whether a pawn was captured, whether a move
    is wrong.
    """
    topics, name = Topics(hall), f"toc_{hall}_{table}".replace("-", "_")
    words = load_texts("hall", language)["home"]

    def part(key: str, platform: str, template: str) -> dict[str, str]:
        return {"p": platform, "name": words[key], "unique_id": f"{name}_{key}", "value_template": template}

    payload = {
        "dev": {"ids": name, "name": words["device"].format(table=table), "mf": "toc-pi"},
        "o": {"name": "toc-pi"},
        "cmps": {
            "turn": part("turn", "sensor", _TURN),
            "captured": part("captured", "binary_sensor", _CAPTURED),
            "wrong": part("wrong", "binary_sensor", _WRONG),
        },
        "state_topic": topics.state(table),
        "availability_topic": topics.link(table),
        "availability_template": "{{ 'online' if value_json.here else 'offline' }}",
        "qos": 1,
    }
    return json.dumps(payload, ensure_ascii=False).encode()
