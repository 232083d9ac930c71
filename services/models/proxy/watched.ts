import { UsageReader } from "./usage.ts";

/**
 * Passes an answer on as it comes, and looks at it on the way. `settle` is told once, with what broke it off where something
 * did.
 */
export function watched(
  response: Response,
  touch: () => void,
  settle: (reader: UsageReader, broken: string | null) => void,
): Response {
  const reader = new UsageReader(response.headers.get("content-type")?.includes("event-stream") ?? false);
  const source = response.body!.getReader();
  let settled = false;
  const once = (broken: string | null) => {
    if (settled) return;
    settled = true;
    reader.end();
    settle(reader, broken);
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await source.read();
        touch();
        if (done) {
          once(reader.streamed && reader.finish === null ? "The answer broke off before its end." : null);
          return controller.close();
        }
        reader.add(value);
        controller.enqueue(value);
      } catch (cause) {
        once("The connection broke off before the end of the answer.");
        controller.error(cause);
      }
    },
    async cancel(reason) {
      once("The agent stopped reading before the end of the answer.");
      await source.cancel(reason);
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}
