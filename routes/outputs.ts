/** A file to download; always sent as an attachment. `size` in bytes. */
export type Download = {
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  name: string;
  size: number;
};

/** A file of the dashboard. One whose name holds the hash of its content is `immutable`. */
export type Asset = {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: string;
  etag: string;
  immutable: boolean;
  /** True for the service worker, which has its own policy and scope. */
  isWorker?: boolean;
};

/** A page that contains nothing from the request, with its status and policy. */
export type FixedPage = { html: string; status: number; policy: string };

type SseOutput = { kind: "sse"; result: (_: never) => ReadableStream<Uint8Array> };
type HtmlOutput = { kind: "html"; result: (_: never) => string };
/** Metrics for Prometheus. */
type ExpositionOutput = { kind: "exposition"; result: (_: never) => string };
type BinaryOutput = { kind: "binary"; result: (_: never) => Download };
/** The dashboard's page. */
type PageOutput = { kind: "page"; result: (_: never) => string };

/** A file of the dashboard. */
type AssetOutput = { kind: "asset"; result: (_: never) => Asset };

/** A page that contains nothing from the request. */
type FixedOutput = { kind: "fixed"; result: (_: never) => FixedPage };

/** A response other than JSON. */
export type OtherOutput =
  | FixedOutput
  | SseOutput
  | HtmlOutput
  | ExpositionOutput
  | BinaryOutput
  | PageOutput
  | AssetOutput;

const never = (): never => {
  throw new Error("the result of an output is a type only");
};

/** The endpoint answers with a stream of server-sent events (WHATWG HTML, section 9.2). */
export const sse = (): SseOutput => ({ kind: "sse", result: never });

/** The endpoint answers with a page. */
export const html = (): HtmlOutput => ({ kind: "html", result: never });

/** The endpoint answers with metrics in Prometheus' text format. */
export const exposition = (): ExpositionOutput => ({ kind: "exposition", result: never });

/** The endpoint answers with one of a few pages, each with its own status. */
export const fixedPage = (): FixedOutput => ({ kind: "fixed", result: never });

/** The endpoint answers with a file download. */
export const binary = (): BinaryOutput => ({ kind: "binary", result: never });

/** The endpoint answers with the dashboard's page, which runs only the dashboard's scripts. */
export const page = (): PageOutput => ({ kind: "page", result: never });

/** The endpoint answers with a file that the dashboard's page may load. */
export const asset = (): AssetOutput => ({ kind: "asset", result: never });
