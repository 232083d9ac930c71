import { createGunzip } from "node:zlib";
import { OutboundError } from "./error.ts";
import type { OutboundLimits } from "./limits.ts";
import type { PinnedAnswer } from "./pinned.ts";

/** A body as received, and unpacked. */
type ReceivedBody = { bytes: Uint8Array<ArrayBuffer>; received: number };

/** Below this size the compression ratio means nothing. */
const MIN_SUSPICIOUS_BYTES = 1024 * 1024;

/**
 * Reads the body of a response and unpacks it if it is gzip. Rejects with `OutboundError` as soon as it exceeds a
 * limit, before the rest is unpacked, and with other errors of the connection or the compression.
 */
export async function readBody(
  answer: PinnedAnswer,
  host: string,
  limits: Pick<OutboundLimits, "bodyBytes" | "ratio">,
): Promise<ReceivedBody> {
  const encoding = (answer.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (!["identity", "", "gzip", "x-gzip"].includes(encoding)) {
    throw new OutboundError(
      "malformed",
      `${host} answered with the encoding "${encoding}", which was not requested.`,
    );
  }
  const tooLarge = () =>
    new OutboundError("too_large", `The response of ${host} has more than ${limits.bodyBytes} bytes.`);
  const isPacked = encoding.endsWith("gzip");
  if (!isPacked && Number(answer.headers["content-length"] ?? 0) > limits.bodyBytes) throw tooLarge();
  let received = 0;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of isPacked ? unpacked() : raw()) {
    size += chunk.length;
    if (size > limits.bodyBytes) throw tooLarge();
    if (isPacked && size > MIN_SUSPICIOUS_BYTES && size > received * limits.ratio) {
      throw new OutboundError(
        "too_large",
        `The response of ${host} unpacks to more than ${limits.ratio} times its size, which is the limit.`,
      );
    }
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return { bytes, received };

  async function* raw(): AsyncGenerator<Uint8Array> {
    for await (const chunk of answer) {
      received += chunk.length;
      if (received > limits.bodyBytes) throw tooLarge();
      yield chunk;
    }
    if (!answer.complete) throw new OutboundError("malformed", `The response of ${host} was cut off.`);
  }

  async function* unpacked(): AsyncGenerator<Uint8Array> {
    const gunzip = createGunzip();
    const closed = new Promise((resolve) => gunzip.once("close", resolve));
    const feeding = feed();
    feeding.catch((cause) => gunzip.destroy(cause));
    try {
      for await (const chunk of gunzip as AsyncIterable<Uint8Array>) yield chunk;
      await feeding;
    } finally {
      gunzip.destroy();
    }

    async function feed(): Promise<void> {
      for await (const chunk of raw()) {
        if (gunzip.destroyed) return; // what was packed has ended, or is damaged
        if (gunzip.write(chunk)) continue;
        await Promise.race([closed, new Promise((resolve) => gunzip.once("drain", resolve))]);
      }
      gunzip.end();
    }
  }
}
