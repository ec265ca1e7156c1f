// Small helpers for the page. Texts of descriptions enter it as text or attributes only.

export const $ = (id) => document.getElementById(id);

export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

export function makeSvg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// The elements of a piece of SVG that the server wrote.
export function parsedSvg(text) {
  const whole = text.startsWith("<svg") ? text : `<svg xmlns="${SVG}">${text}</svg>`;
  const root = new DOMParser().parseFromString(whole, "image/svg+xml").documentElement;
  if (root.nodeName !== "svg") throw new Error("this is no picture");
  return document.importNode(root, true);
}

export function withoutIds(element) {
  for (const each of [element, ...element.querySelectorAll("[id]")]) each.removeAttribute("id");
  return element;
}
