"""A bare handler of aiohttp, which gives one answer to whatever is asked."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from aiohttp import web


def main() -> None:
    """Serve the bytes of the file ``answer`` in a folder, until the process is ended."""
    answer = Path(sys.argv[1], "answer").read_bytes()

    async def handler(_: web.Request) -> web.Response:
        return web.Response(body=answer, content_type="application/json")

    async def serve() -> None:
        app = web.Application()
        app.router.add_get("/", handler)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        print(runner.addresses[0][1], flush=True)
        await asyncio.Event().wait()

    asyncio.run(serve())


if __name__ == "__main__":
    main()
