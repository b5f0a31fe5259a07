"""Converts a cover network to its shipped form: half precision, with all input planes.

    python research/pack_cover.py NET.onnx toc_pi/vision/occlusion/cover-1.onnx

Needs onnx. In a network fitted before the last plane was added (`covernet.PLANES`) it gets zero weights.
`covernet` lists the shipped networks.
"""

import sys

import numpy as np
import onnx
from onnx import numpy_helper

from toc_pi.vision.occlusion.covernet import PLANES


def main() -> None:
    """Convert the network."""
    path, out = sys.argv[1:]
    model = onnx.load(path)
    graph = model.graph
    planes = graph.input[0].type.tensor_type.shape.dim[1]
    first = next(node.input[1] for node in graph.node if graph.input[0].name in node.input)
    for weight in graph.initializer:
        values = numpy_helper.to_array(weight)
        if weight.name == first:
            more = PLANES - planes.dim_value
            values = np.pad(values, ((0, 0), (0, more), (0, 0), (0, 0)))
        few = values.astype(np.float16) if values.ndim == 4 else values
        weight.CopyFrom(numpy_helper.from_array(few, weight.name))
    planes.dim_value = PLANES
    onnx.save(model, out)


if __name__ == "__main__":
    main()
