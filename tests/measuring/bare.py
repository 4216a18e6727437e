"""A bare handler of aiohttp, which gives one answer to whatever is asked, and tells it to all who listen."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from aiohttp import web


def main() -> None:
    """Serve the bytes of the file ``answer``, a state, in a folder, until the process is ended."""
    answer = Path(sys.argv[1], "answer").read_bytes()
    listeners: list[web.StreamResponse] = []
    revision = 0

    async def handler(_: web.Request) -> web.Response:
        return web.Response(body=answer, content_type="application/json")

    def event() -> bytes:
        return b"event: state\ndata: %s\n\n" % answer.replace(b'"revision":0,', b'"revision":%d,' % revision)

    async def tell(_: web.Request) -> web.Response:
        nonlocal revision
        revision += 1
        for listener in listeners:
            await listener.write(event())
        return web.Response(body=answer, content_type="application/json")

    async def listen(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        await response.write(event())
        listeners.append(response)
        await asyncio.Event().wait()
        return response

    async def serve() -> None:
        app = web.Application()
        app.router.add_get("/", handler)
        app.router.add_post("/", tell)
        app.router.add_get("/events", listen)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        print(runner.addresses[0][1], flush=True)
        await asyncio.Event().wait()

    asyncio.run(serve())


if __name__ == "__main__":
    main()
