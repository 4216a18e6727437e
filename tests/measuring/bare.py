"""A bare handler of aiohttp, which gives one answer to whatever is asked, tells it to all who listen, or keeps what comes."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from aiohttp import web

from tests.measuring.stock_commit import commit, opened


def main() -> None:
    """Serve the bytes of the file ``answer``, a state, in a folder, until the process is ended."""
    answer = Path(sys.argv[1], "answer").read_bytes()
    listeners: list[web.StreamResponse] = []
    revision = 0
    told: SimpleQueue[tuple[str, asyncio.Future[None]]] = SimpleQueue()

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

    async def keep(request: web.Request) -> web.Response:
        """As the companion promises it: answered once it is on disk, and meanwhile the loop serves others."""
        command = await request.json()
        kept = asyncio.get_running_loop().create_future()
        told.put((json.dumps(command), kept))
        await kept
        return web.Response(body=answer, content_type="application/json")

    def write(loop: asyncio.AbstractEventLoop) -> None:
        db = opened(Path(sys.argv[1], "bare.db"))
        while True:
            command, kept = told.get()
            commit(db, command)
            loop.call_soon_threadsafe(kept.set_result, None)

    async def serve() -> None:
        Thread(target=write, args=(asyncio.get_running_loop(),), daemon=True).start()
        app = web.Application()
        app.router.add_get("/", handler)
        app.router.add_post("/", tell)
        app.router.add_post("/commands", keep)
        app.router.add_get("/events", listen)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        print(runner.addresses[0][1], flush=True)
        await asyncio.Event().wait()

    asyncio.run(serve())


if __name__ == "__main__":
    main()
