"""Joins networks that tell covers into one file: what they say is averaged, as logarithms of odds.

    python tools/join_covers.py ONE.onnx TWO.onnx OUT.onnx

Needs onnx. Networks fitted apart are wrong in different places. One that was fitted before the last plane was
added (`covernet.PLANES`) takes what it knows of. Weights are kept with half as many bits.
"""

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from toc_pi.vision.covernet import PLANES, SIZE


def main() -> None:
    """Write it."""
    *paths, out = sys.argv[1:]
    nodes, weights, told = [], [], []
    for number, path in enumerate(paths):
        graph = onnx.load(path).graph
        planes = graph.input[0].type.tensor_type.shape.dim[1].dim_value
        first = f"first{number}"
        for name, value in (("from", 0), ("to", planes), ("axis", 1)):
            weights.append(numpy_helper.from_array(np.array([value]), f"{name}{number}"))
        nodes.append(
            helper.make_node("Slice", ["planes", f"from{number}", f"to{number}", f"axis{number}"], [first])
        )
        own = {graph.input[0].name: first}

        def named(name: str, number: int = number, own: dict[str, str] = own) -> str:
            return own.get(name, f"{name}/{number}" if name else "")

        for node in graph.node:
            node.input[:] = [named(name) for name in node.input]
            node.output[:] = [named(name) for name in node.output]
            node.name = f"{node.name}/{number}"
            nodes.append(node)
        for weight in graph.initializer:
            values = numpy_helper.to_array(weight)
            few = values.astype(np.float16) if values.ndim == 4 else values
            weights.append(numpy_helper.from_array(few, named(weight.name)))
        nodes.append(helper.make_node("LogSoftmax", [named(graph.output[0].name)], [f"told{number}"], axis=1))
        told.append(f"told{number}")
    nodes.append(helper.make_node("Add", told, ["sum"]))
    weights.append(numpy_helper.from_array(np.array([1 / len(told)], np.float32), "share"))
    nodes.append(helper.make_node("Mul", ["sum", "share"], ["covers"]))
    half = SIZE // 2
    graph = helper.make_graph(
        nodes,
        "covers",
        [helper.make_tensor_value_info("planes", TensorProto.FLOAT, (1, PLANES, SIZE, SIZE))],
        [helper.make_tensor_value_info("covers", TensorProto.FLOAT, (1, 3, half, half))],
        weights,
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 12)], ir_version=7), out)


if __name__ == "__main__":
    main()
