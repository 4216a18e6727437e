"""What the phone page says in German."""

from companion.faces.phone.german.page import PHONE_GERMAN

__all__ = ["PHONE_GERMAN"]
