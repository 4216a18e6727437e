"""The small display: ``render`` draws a screen, ``view.screen`` says which one there is to see."""

from companion.faces.oled.render import Frame, render

__all__ = ["Frame", "render"]
