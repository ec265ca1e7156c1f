// Parameters as sliders, choices and fields.
import { $, make } from "./dom.js";

const LONGEST_SLIDER = 10_000;

export class Params {
  constructor(changed) {
    this.changed = changed;
    this.settings = {};
    $("params").addEventListener("submit", (event) => event.preventDefault());
  }

  // Shows the parameters of a text; controls that are the same stay, so that they keep the focus.
  show(params) {
    const form = $("params");
    form.hidden = params.length === 0;
    const known = new Set(params.map((each) => each.name));
    for (const name of Object.keys(this.settings)) if (!known.has(name)) delete this.settings[name];
    const shape = JSON.stringify(params.map(({ value, ...rest }) => rest));
    if (shape !== this.shape) {
      this.shape = shape;
      form.replaceChildren(...params.map((param) => this.row(param)));
    }
    for (const param of params) {
      const control = form.elements.namedItem(param.name);
      if (document.activeElement !== control) control.value = param.value;
      control.closest("label").querySelector("output").textContent = param.value;
    }
  }

  // Takes the controls away, but not the values: the next text may have them, too.
  clear() {
    this.shape = null;
    $("params").hidden = true;
    $("params").replaceChildren();
  }

  row(param) {
    const control = this.control(param);
    control.name = param.name;
    control.addEventListener("input", () => {
      this.settings[param.name] = control.value;
      control.closest("label").querySelector("output").textContent = control.value;
      this.changed();
    });
    const shown = make("output");
    shown.hidden = param.kind !== "number" || Boolean(param.choices);
    return make("label", {}, make("span", {}, param.name), control, shown);
  }

  control({ kind, low, high, choices, value }) {
    if (choices) return make("select", {}, ...choices.map((choice) => make("option", { value: choice }, choice)));
    if (kind !== "number") return make("input", { type: "text", value });
    const isSlider = low !== undefined && high - low <= LONGEST_SLIDER;
    return make("input", { type: isSlider ? "range" : "number", min: low, max: high, value });
  }
}
