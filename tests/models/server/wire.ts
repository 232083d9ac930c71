import type { Reply } from "./reply.ts";

/** The bytes of one server-sent event. */
export const frame = (data: unknown, event?: string): Uint8Array =>
  new TextEncoder().encode(
    `${event ? `event: ${event}\n` : ""}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`,
  );

/** Text in pieces, as models stream it. */
export const pieces = (text: string): string[] => text.match(/.{1,12}/gsu) ?? [];

/** What each protocol says in its own words. */
export type Encoder = {
  answer: (reply: Extract<Reply, { kind: "answer" }>, streaming: boolean) => Uint8Array[] | object;
  /** The frames with which an answer of this text begins. */
  beginning: (text: string) => Uint8Array[];
  error: (reply: Extract<Reply, { kind: "status" }>) => object;
};

const STREAM = { "content-type": "text/event-stream", "cache-control": "no-cache" };

/** Returns a reply its form on the wire; what hangs does so until the signal. */
export function respond(
  reply: Reply,
  encoder: Encoder,
  { streaming, signal }: { streaming: boolean; signal: AbortSignal },
): Response | Promise<Response> {
  switch (reply.kind) {
    case "answer": {
      const answer = encoder.answer(reply, streaming);
      return Array.isArray(answer)
        ? new Response(ReadableStream.from(answer), { headers: STREAM })
        : Response.json(answer);
    }
    case "status":
      return Response.json(encoder.error(reply), { status: reply.status, headers: reply.headers });
    case "malformed":
      return streaming
        ? new Response(ReadableStream.from([...encoder.beginning("Hm"), frame('{"choices":[{"delta":')]), {
          headers: STREAM,
        })
        : new Response('{"choices":[{"mess', { headers: { "content-type": "application/json" } });
    case "truncated":
      return new Response(cutOff(encoder.beginning(reply.text), reply.abrupt), { headers: STREAM });
    case "hang":
      if (reply.after === "nothing") {
        const gone = () => new Response(null, { status: 503 });
        if (signal.aborted) return gone();
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve(gone())));
      }
      return new Response(unending(reply.after === "headers" ? [] : encoder.beginning(reply.text)), {
        headers: STREAM,
      });
  }
}

function cutOff(chunks: Uint8Array[], abrupt: boolean): ReadableStream<Uint8Array> {
  const rest = [...chunks];
  return new ReadableStream({
    pull: (controller) => {
      const next = rest.shift();
      if (next) controller.enqueue(next);
      else if (abrupt) controller.error(new Error("the connection is reset"));
      else controller.close();
    },
  }, { highWaterMark: 0 });
}

const unending = (chunks: Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => chunks.forEach((chunk) => controller.enqueue(chunk)),
  });
