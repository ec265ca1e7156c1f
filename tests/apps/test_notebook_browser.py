"""The widget in a real browser: its module in a plain page, and a notebook in JupyterLab.

Skipped where Playwright for Python, Chromium, anywidget or JupyterLab is missing.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from chromium import expect, new_page
from effort import HANGS
from extras import module_or_skip

import excover
from excover.render.svg import NAMESPACE

pytestmark = [pytest.mark.outer, pytest.mark.browser]

MODULE = Path(str(excover.__file__)).parent / "apps" / "notebook" / "walker.js"
STUB = """async (source) => {
  const face = (await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })))).default;
  let state = await window.ask(null);
  const listeners = {};
  const model = {
    get: (name) => state[name],
    on: (event, act) => (listeners[event] ??= new Set()).add(act),
    off: (event, act) => listeners[event].delete(act),
    send: async (content) => {
      const before = state;
      state = await window.ask(content);
      for (const name of Object.keys(state))
        if (state[name] !== before[name]) listeners["change:" + name]?.forEach((act) => act());
    },
  };
  window.listeners = listeners;
  window.close_ = face.render({ model, el: document.body });
}"""
"""What JupyterLab does with the module of a widget; `ask` is the widget in Python."""


def opened(browser: Any, walker: Any) -> Any:
    """A page with the widget of a walker."""
    page = new_page(browser)
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))

    def ask(content: Any) -> dict[str, Any]:
        if content is not None:
            walker.widget.take(walker.widget, content, [])
        names = ("picture", "words", "state", "position", "found", "ended")
        return {name: getattr(walker.widget, name) for name in names}

    page.expose_function("ask", ask)
    page.set_content("<!doctype html><html><body></body></html>")
    page.evaluate(STUB, MODULE.read_text("utf-8"))
    return page


def test_walking_with_buttons_and_keys(browser: Any) -> None:
    module_or_skip("anywidget")
    walker = excover.walk(excover.load("queens", {"n": 6}))
    page = opened(browser, walker)
    status, next_ = page.get_by_role("status"), page.locator("[data-go=next]")
    expect(status).to_have_text("1 – 1 solution so far")
    expect(page.locator("[data-go=before]")).to_be_disabled()
    next_.click()
    status.filter(has_text=re.compile("^2")).wait_for()
    assert page.evaluate("document.querySelector('svg').namespaceURI") == NAMESPACE
    assert page.locator("svg").bounding_box()["width"] > 50
    page.locator(".excover-walker").focus()
    for key, place in [("ArrowRight", 3), ("ArrowLeft", 2), ("Home", 1), ("End", 3), ("ArrowRight", 4)]:
        page.keyboard.press(key)
        status.filter(has_text=re.compile(f"^{place}")).wait_for()
        assert walker.position == place
        expect(page.locator(".excover-walker")).to_contain_text(str(walker.solution.options[0]))
    next_.click()
    page.locator("[data-go=next]:disabled").wait_for()
    expect(status).to_have_text("4 – all of 4 solutions")
    page.keyboard.press("ArrowRight")
    page.evaluate("window.close_()")
    assert page.evaluate("Object.values(listeners).every((each) => each.size === 0)")
    assert not page.faults


def test_names_of_a_description_are_text(browser: Any) -> None:
    module_or_skip("anywidget")
    attack = "<img src=x onerror=window.hit=1>"
    text = f'let a = "{attack}" item i[{{a}}] option pick(n in {{a}}) covers i[n]'
    drawn = text + f'\ndraw pick(n) at (1, 1) as "{attack.replace(" ", "")}"'
    for spec in (text, drawn):
        page = opened(browser, excover.walk(excover.parse(spec)))
        expect(page.locator("body")).to_contain_text(attack)
        expect(page.locator("img")).to_have_count(0)
        assert page.evaluate("window.hit") is None
        assert not page.faults


KERNEL = "Python 3 (ipykernel)"
NOTEBOOK = [
    "%load_ext excover\nimport excover",
    "%%excover queens -p n=6\nparam n = 4\n"
    + (Path(__file__).parents[2] / "specs" / "queens.xc").read_text(),
    "%%excover\nitem a\noption x() covers b",
    "list(queens.solutions())",
    "excover.walk(queens)",
]


def cells() -> dict[str, Any]:
    sources = [*NOTEBOOK[:1], NOTEBOOK[1].replace("param n = 4\n", ""), *NOTEBOOK[2:]]
    code = {
        "cell_type": "code",
        "metadata": {"tags": ["raises-exception"]},
        "execution_count": None,
        "outputs": [],
    }
    return {
        "cells": [{**code, "id": f"c{k}", "source": source} for k, source in enumerate(sources)],
        "metadata": {"kernelspec": {"name": "python3", "display_name": KERNEL, "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


@pytest.mark.slow
def test_a_notebook_runs_in_jupyterlab(browser: Any, tmp_path: Path) -> None:
    """All cells in a real JupyterLab; then the buttons of the widget reach the kernel."""
    module_or_skip("jupyterlab")
    anywidget = module_or_skip("anywidget")
    (tmp_path / "n.ipynb").write_text(json.dumps(cells()))
    kernel = tmp_path / "share" / "kernels" / "python3"
    kernel.mkdir(parents=True)
    started = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec = {"argv": started, "display_name": KERNEL, "language": "python"}
    (kernel / "kernel.json").write_text(json.dumps(spec))
    options = ["--no-browser", "--ip=127.0.0.1", "--port=0", "--ServerApp.root_dir=" + str(tmp_path)]
    options += ["--IdentityProvider.token=secret", "--allow-root"]
    names = ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR")
    homes = {name: str(tmp_path / name) for name in names}
    widgets = Path(anywidget.__file__).parents[4] / "share" / "jupyter"  # its extension of JupyterLab
    homes["JUPYTER_PATH"] = os.pathsep.join(map(str, (tmp_path / "share", widgets)))
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *options],
        env={**os.environ, **homes},
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    try:
        assert server.stderr
        port = next(
            found[1] for line in server.stderr if (found := re.search(r"http://127\.0\.0\.1:(\d+)/lab", line))
        )
        page = new_page(browser, viewport={"width": 1400, "height": 3000})
        page.goto(f"http://127.0.0.1:{port}/lab/tree/n.ipynb?token=secret")
        page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
        page.get_by_text(f"{KERNEL} | Idle").wait_for()
        page.locator(".lm-MenuBar-itemLabel", has_text="Run").click()
        page.locator(".lm-Menu-itemLabel", has_text=re.compile("^Run All Cells$")).click()
        widget = page.locator(".excover-walker")
        widget.locator("[data-go=next]").click()
        page.get_by_text("2 – 2 solutions so far").wait_for()
        page.locator(".jp-OutputArea svg").nth(2).wait_for()
        expect(page.locator(".jp-Notebook")).to_contain_text("error[E101]: item `b` is not declared")
    finally:
        server.terminate()
        server.wait(HANGS)
