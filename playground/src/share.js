// Links: the text and the values of its parameters, packed into the fragment, which browsers do not send.
// `excover play LINK` opens them, too (excover/apps/play/page_facts.py). Pictures have theirs inside: an SVG as
// metadata, a PNG as a chunk of text (excover/render/svg.py).

import { checkedSettings } from "./kept.js";

const LONGEST = 1_000_000; // bytes that a link unpacks to

// Null for a text that is too long: `unpacked` would refuse it.
export async function packed(text, settings) {
  const bytes = new TextEncoder().encode(JSON.stringify({ text, settings }));
  if (bytes.length > LONGEST) return null;
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const small = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of small) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// What a fragment holds; null if it is none of ours. What it unpacks to is data, and may be hostile.
export async function unpacked(fragment) {
  const found = /^#?p=([\w-]+)$/.exec(fragment);
  if (!found) return null;
  try {
    const letters = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const data = JSON.parse(await limited(stream));
    if (typeof data.text !== "string") return null;
    return { text: data.text, settings: checkedSettings(data.settings) };
  } catch {
    return null;
  }
}

async function limited(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > LONGEST) throw new Error("this link is too long");
  }
}

const INSIDE = "excover";

export function svgWithLink(svg, link) {
  return svg.replace(/<svg\b[^>]*>/, (head) => `${head}<metadata id="${INSIDE}">p=${link}</metadata>`);
}

// The chunk comes after the first one, which ends at byte 33.
export async function pngWithLink(png, link) {
  const text = new TextEncoder().encode(`tEXt${INSIDE}\0p=${link}`);
  const chunk = new Uint8Array(text.length + 8);
  const numbers = new DataView(chunk.buffer);
  numbers.setUint32(0, text.length - 4);
  chunk.set(text, 4);
  numbers.setUint32(text.length + 4, checksum(text));
  return new Blob([png.slice(0, 33), chunk, png.slice(33)], { type: "image/png" });
}

// CRC-32, as PNG has it (ISO 3309).
function checksum(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

// What a picture has inside; null if it has no link.
export function linkInside(bytes) {
  const text = bytes[0] === 0x89 ? textOfPng(bytes) : new TextDecoder("latin1").decode(bytes);
  const found = new RegExp(`(?:^|<metadata\\b[^>]*\\bid="${INSIDE}"[^>]*>\\s*)(p=[\\w-]+)`).exec(text);
  return found && unpacked(found[1]);
}

// Each chunk has its length, its kind, its data, and a checksum.
function textOfPng(bytes) {
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const head = `tEXt${INSIDE}\0`;
  for (let at = 8; at + 8 < bytes.length; at += numbers.getUint32(at) + 12) {
    const chunk = new TextDecoder("latin1").decode(bytes.subarray(at + 4, at + 8 + numbers.getUint32(at)));
    if (chunk.startsWith(head)) return chunk.slice(head.length);
  }
  return "";
}
