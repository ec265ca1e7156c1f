// What this browser remembers between visits. The page of `excover play` has another port each time, and with it another
// storage: there, what matters is in a cookie too, which all ports of this machine share, and which holds nothing secret.

const LONGEST_NAME = 200;

// A text with its settings and its name, as they were kept; null if it is none. Others can write there, or older pages did.
export function checkedText(found) {
  if (typeof found?.text !== "string") return null;
  const { text, settings, file, name } = found;
  return { text, settings: checkedSettings(settings), file: file === true, name: typeof name === "string" ? name.slice(0, LONGEST_NAME) : "" };
}

// Those of the values of parameters that are texts.
export function checkedSettings(settings) {
  const found = typeof settings === "object" && settings !== null ? Object.entries(settings) : [];
  return Object.fromEntries(found.filter(([, value]) => typeof value === "string"));
}

const YEAR = 31_536_000; // seconds

export class Kept {
  constructor(name) {
    this.name = `excover-${name}`;
    this.isServed = Boolean(document.querySelector("meta[name=token]").content);
  }

  // An object; what it holds may be anything, as others can write there.
  read() {
    return { ...parsed(this.fromStorage()), ...parsed(this.fromCookie()) }; // the cookie may be newer
  }

  // `more` is kept for this address only.
  write(data, more) {
    const text = JSON.stringify(data);
    if (this.isServed) document.cookie = `${this.name}=${encodeURIComponent(text)}; max-age=${YEAR}; samesite=strict; path=/`;
    try {
      localStorage.setItem(this.name, JSON.stringify({ ...data, ...more }));
    } catch {
      // a browser that keeps nothing, or is full: the page works without
    }
  }

  fromCookie() {
    const found = document.cookie.split("; ").find((each) => each.startsWith(`${this.name}=`));
    return this.isServed && found ? decoded(found.slice(this.name.length + 1)) : "";
  }

  fromStorage() {
    try {
      return localStorage.getItem(this.name) ?? "";
    } catch {
      return "";
    }
  }
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function parsed(text) {
  try {
    const found = JSON.parse(text);
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}
