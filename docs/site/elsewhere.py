"""Links to files beside the docs, as to a scenario, are their paths on the site: it has the docs alone."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

_LINK: Final = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#]+)(#[^)]*)?\)")


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Called by MkDocs with the text of each page."""
    del config, files
    folder = posixpath.dirname(page.file.src_uri)

    def beside(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join("docs", folder, found[2]))
        return found[0] if path.startswith("docs/") or "://" in found[2] else f"{found[1]} (`{path}`)"

    return _LINK.sub(beside, markdown)
