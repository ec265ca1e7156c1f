// The face of SolutionWalker: a row of buttons, the picture, and the options in words.

const STEPS = [
  ["first", "⏮", "first solution (Home)", "Home"],
  ["before", "◀", "solution before (←)", "ArrowLeft"],
  ["next", "▶", "next solution (→)", "ArrowRight"],
  ["last", "⏭", "last solution so far (End)", "End"],
];

function render({ model, el }) {
  const box = document.createElement("div");
  box.className = "excover-walker";
  box.tabIndex = 0;
  const row = document.createElement("div");
  const place = document.createElement("span");
  const picture = document.createElement("div");
  const words = document.createElement("div");
  place.setAttribute("role", "status");
  words.style.cssText = "font-family:monospace;white-space:pre-wrap;max-height:12em;overflow:auto";
  picture.style.margin = "0.5em 0";
  const buttons = STEPS.map(([go, sign, title]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.go = go;
    button.textContent = sign;
    button.title = title;
    button.setAttribute("aria-label", title);
    button.addEventListener("click", () => model.send({ go }));
    row.append(button, " ");
    return button;
  });
  row.append(place);
  box.append(row, picture, words);
  el.append(box);

  box.addEventListener("keydown", (event) => {
    const at = STEPS.findIndex((step) => step[3] === event.key);
    if (at >= 0) {
      event.preventDefault();
      if (!buttons[at].disabled) model.send({ go: STEPS[at][0] });
    }
  });

  const show = () => {
    const [position, found, ended] = ["position", "found", "ended"].map((name) => model.get(name));
    place.textContent = `${position} – ${model.get("state")}`;
    picture.innerHTML = model.get("picture"); // made by excover, which escapes all names in it
    words.textContent = model.get("words");
    const [first, before, next, last] = buttons;
    first.disabled = before.disabled = position <= 1;
    next.disabled = ended && position >= found;
    last.disabled = position >= found;
  };
  const changed = "change:picture change:words change:position change:found change:ended change:state";
  for (const event of changed.split(" ")) model.on(event, show);
  show();
  return () => {
    for (const event of changed.split(" ")) model.off(event, show);
  };
}

export default { render };
