import { UsageReader } from "./usage.ts";

/**
 * Forwards an answer as it arrives, and observes it. `onEnd` is called once, with what interrupted the answer, if anything, and
 * whether its reader left. The end of the answer waits for it, so a client that has read the end finds the call recorded.
 */
export function watched(
  response: Response,
  touch: () => void,
  onEnd: (reader: UsageReader, broken: string | null, wasLeft: boolean) => Promise<void>,
): Response {
  const reader = new UsageReader(response.headers.get("content-type")?.includes("event-stream") ?? false);
  const source = response.body!.getReader();
  let hasEnded = false;
  let wasLeft = false;
  const once = async (broken: string | null) => {
    if (hasEnded) return;
    hasEnded = true;
    reader.end();
    await onEnd(reader, broken, wasLeft);
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await source.read().catch(() => null);
      touch();
      if (wasLeft) return;
      if (part === null) {
        await once("The connection closed before the end of the answer.");
        return controller.error(new Error("The provider closed the connection."));
      }
      if (part.done) {
        await once(reader.isWhole ? null : "The answer ended early.");
        return controller.close();
      }
      reader.add(part.value);
      controller.enqueue(part.value);
    },
    async cancel(reason) {
      wasLeft = true;
      await source.cancel(reason).catch(() => {});
      await once(reader.isWhole ? null : "The agent stopped reading before the end of the answer.");
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}
