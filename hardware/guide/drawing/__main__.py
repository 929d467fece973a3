"""`python -m hardware.guide.drawing`: writes every drawing of the guide anew; they are read, never changed by hand."""

from hardware.guide.drawing.all_drawings import GUIDE, drawings

for name, svg in drawings().items():
    path = GUIDE / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(svg, encoding="utf-8")
