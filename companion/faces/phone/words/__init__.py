"""What the phone page says, in English, and what another language has to say."""

from companion.faces.phone.words.client import ClientWords
from companion.faces.phone.words.page import PHONE_ENGLISH, PhoneWords
from companion.faces.phone.words.simulator import SimulatorWords
from companion.faces.phone.words.workshop import WorkshopWords

__all__ = ["PHONE_ENGLISH", "ClientWords", "PhoneWords", "SimulatorWords", "WorkshopWords"]
