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

/** A response other than JSON, of one kind: the handler returns what its `result` is typed as. */
type Output<Kind extends string, Returned> = { kind: Kind; result: (_: never) => Returned };

/** A response other than JSON. */
export type OtherOutput = ReturnType<
  typeof sse | typeof html | typeof exposition | typeof fixedPage | typeof binary | typeof page | typeof asset
>;

const never = (): never => {
  throw new Error("the result of an output is a type only");
};

/** The endpoint answers with a stream of server-sent events (WHATWG HTML, section 9.2). */
export const sse = (): Output<"sse", ReadableStream<Uint8Array>> => ({ kind: "sse", result: never });

/** The endpoint answers with a page. */
export const html = (): Output<"html", string> => ({ kind: "html", result: never });

/** The endpoint answers with metrics in Prometheus' text format. */
export const exposition = (): Output<"exposition", string> => ({ kind: "exposition", result: never });

/** The endpoint answers with one of a few pages, each with its own status. */
export const fixedPage = (): Output<"fixed", FixedPage> => ({ kind: "fixed", result: never });

/** The endpoint answers with a file download. */
export const binary = (): Output<"binary", Download> => ({ kind: "binary", result: never });

/** The endpoint answers with the dashboard's page, which runs only the dashboard's scripts. */
export const page = (): Output<"page", string> => ({ kind: "page", result: never });

/** The endpoint answers with a file that the dashboard's page may load. */
export const asset = (): Output<"asset", Asset> => ({ kind: "asset", result: never });
