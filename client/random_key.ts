/** Returns a random key. Unlike `crypto.randomUUID`, it is there on a page from another machine without HTTPS, too. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
