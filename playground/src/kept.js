// What this browser remembers between visits. The page of `excover play` has another port each time, and with it another
// storage: there, what matters is in a cookie too, which all ports of this machine share, and which holds nothing secret.

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
