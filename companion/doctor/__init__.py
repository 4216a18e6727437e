"""``companion doctor``: looks at every part, and says what was found and what to do about it."""

from companion.doctor.doctor import doctor, examine
from companion.doctor.finding import Finding
from companion.doctor.host import Host

__all__ = ["Finding", "Host", "doctor", "examine"]
