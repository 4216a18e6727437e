"""Evenings written down: what hands, chips, disks and clocks do, and what people should see."""

from companion.scenario.expected import Expect
from companion.scenario.language import FORMS, ScenarioError, parse, read_scenario, usage
from companion.scenario.steps import Step

__all__ = ["FORMS", "Expect", "ScenarioError", "Step", "parse", "read_scenario", "usage"]
