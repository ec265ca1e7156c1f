"""Is this Sudoku unique? A service that answers many at once and ends what nobody waits for any more.

uvicorn examples.sudoku_service:app
    curl "localhost:8000/unique?clues=$(cat sudoku.txt)"
"""

import asyncio

from fastapi import FastAPI, HTTPException, Request

import excover

app = FastAPI()
sudoku = excover.load("sudoku").without_givens()
at_once = asyncio.Semaphore(4)


@app.get("/unique")
async def unique(clues: str, request: Request) -> dict[str, str]:
    try:
        problem = sudoku.given(clues)
    except excover.SpecError as wrong:
        raise HTTPException(422, [each.message for each in wrong.diagnostics]) from None
    async with at_once:
        search = asyncio.create_task(answer(problem))
        while not search.done():
            await asyncio.wait([search], timeout=0.1)
            if not search.done() and await request.is_disconnected():
                search.cancel()  # which ends the thread, too
        try:
            return {"verdict": await search}
        except TimeoutError:
            raise HTTPException(503, "not known after 5 seconds") from None
        except asyncio.CancelledError:
            raise HTTPException(499, "nobody waits for the answer") from None


async def answer(problem: excover.Problem) -> str:
    found = await asyncio.wait_for(excover.start(excover.unique, problem), timeout=5)
    return found.verdict.value
