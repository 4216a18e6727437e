"""The faults that can be put into a module, each one small change of one place."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMPARED: Final[dict[type[ast.cmpop], ast.cmpop]] = {
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.Is: ast.IsNot(),
    ast.IsNot: ast.Is(),
    ast.In: ast.NotIn(),
    ast.NotIn: ast.In(),
}
_RECKONED: Final[dict[type[ast.operator], ast.operator]] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.Div(),
    ast.Div: ast.Mult(),
    ast.FloorDiv: ast.Mult(),
    ast.BitAnd: ast.BitOr(),
    ast.BitOr: ast.BitAnd(),
    ast.LShift: ast.RShift(),
    ast.RShift: ast.LShift(),
}
_JOINED: Final[dict[type[ast.boolop], ast.boolop]] = {ast.And: ast.Or(), ast.Or: ast.And()}
_CALLED: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
# What they hold says nothing of how a program behaves: the words of a message, and what only mypy reads.
_SILENT: Final = ("log", "dataclass", "TypeVar", "field", "cast", "warn")


class Fault(NamedTuple):
    """One place of a module's text, and what stands there instead."""

    line: int
    start: int
    end: int
    instead: str

    def put_into(self, source: str) -> str:
        """The module's text with the fault.

        >>> [fault.put_into("a = b < 3") for fault in faults("a = b < 3")]
        ['a = (b <= 3)', 'a = b < 4', 'a = b < 2']
        """
        text = source.encode()
        return (text[: self.start] + self.instead.encode() + text[self.end :]).decode()


def faults(source: str) -> list[Fault]:
    """All faults of a module, by line; none changes messages, annotations or how a module is imported."""
    lines = source.encode().splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines))]
    found = []
    for node in _speaking(ast.parse(source)):
        for place, instead in _instead(node):
            last = place.lineno if place.end_lineno is None else place.end_lineno
            start, end = starts[place.lineno - 1] + place.col_offset, starts[last - 1] + (place.end_col_offset or 0)
            found.append(Fault(place.lineno, start, end, instead))
    return sorted(found, key=lambda fault: fault.line)


def _speaking(node: ast.AST) -> Iterator[ast.AST]:
    """What is carried out, from the top."""
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "msg"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _silent(child):
                yield child
                yield from _speaking(child)


def _silent(node: ast.AST) -> bool:
    match node:
        case ast.Raise() | ast.JoinedStr() | ast.Assert() | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
            return name in _SILENT
        # A zip that need not be strict, and a value that may be changed, are no others as long as nothing else is wrong.
        case ast.Expr(value=ast.Constant()) | ast.keyword(arg="strict" | "frozen" | "slots"):
            return True
        case _:
            return False


def _instead(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARED:
            yield node, f"({ast.unparse(ast.Compare(left, [_COMPARED[type(op)]], [right]))})"
        case ast.BoolOp(op=op, values=values):
            yield node, f"({ast.unparse(ast.BoolOp(_JOINED[type(op)], values))})"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _RECKONED and not _text(left):
            yield node, f"({ast.unparse(ast.BinOp(left, _RECKONED[type(op)], right))})"
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.Constant(value=bool(value)):
            yield node, str(not value)
        case ast.Constant(value=int(value)):
            for other in (value + 1, value - 1) if value else (1,):
                yield node, str(other)
        case ast.Constant(value=float(value)):
            for near in (value * 1.1, value * 0.9) if value else (0.1,):
                yield node, f"{near:.9g}"
        case ast.Name(id=name) if name in _CALLED:
            yield node, _CALLED[name]
        case ast.If(test=test) | ast.IfExp(test=test):
            yield test, f"(not ({ast.unparse(test)}))"
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Continue() | ast.Break():
            yield node, "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield node, "pass"
        case _:
            pass


def _text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
