"""What the display shows while the doctor looks: anything that is cut off, shifted or turned is seen at once."""

from __future__ import annotations

from PIL import Image, ImageDraw

from companion.faces.oled import glyphs


def picture(size: tuple[int, int]) -> Image.Image:
    """A frame of one pixel along all four edges, an arrow to the top, and a field of single pixels."""
    width, height = size
    image = Image.new("1", size)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, width - 1, height - 1), outline=1)
    # Every second pixel: columns or rows that are sent to a wrong place make stripes of it.
    for x in range(width - 34, width - 4):
        for y in range(4, height - 4):
            if (x + y) % 2:
                pen.point((x, y), fill=1)
    middle, base = 16, height - 6
    pen.polygon(((middle, 5), (middle - 9, 15), (middle + 9, 15)), fill=1)
    pen.rectangle((middle - 3, 15, middle + 3, base), fill=1)
    text = glyphs.line("top", 24 if height >= 64 else 16).ink
    image.paste(1, (36, (height - text.height) // 2), text)
    return image
