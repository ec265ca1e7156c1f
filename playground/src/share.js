// Links: the text and the values of its parameters, packed into the fragment, which browsers do not send.
// `excover play LINK` opens them, too (excover/apps/play/page_facts.py).

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
