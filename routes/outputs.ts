/** A file to download; always sent as an attachment. `size` in bytes. */
export type Download = {
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  name: string;
  size: number;
};

export type SseOutput = { kind: "sse"; result: (_: never) => ReadableStream<Uint8Array> };
export type HtmlOutput = { kind: "html"; result: (_: never) => string };
export type BinaryOutput = { kind: "binary"; result: (_: never) => Download };

const never = (): never => {
  throw new Error("the result of an output is a type only");
};

/** The endpoint answers a stream of server-sent events (WHATWG HTML, section 9.2). */
export const sse = (): SseOutput => ({ kind: "sse", result: never });

/** The endpoint answers a page. */
export const html = (): HtmlOutput => ({ kind: "html", result: never });

/** The endpoint answers a file download. */
export const binary = (): BinaryOutput => ({ kind: "binary", result: never });
