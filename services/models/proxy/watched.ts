import { UsageReader } from "./usage.ts";

/**
 * Passes an answer on as it comes, and looks at it on the way. `settle` is told once, with what broke the answer off where
 * something did and whether whoever read it left, and the answer's end waits for it: whoever has read the end finds the call on
 * record.
 */
export function watched(
  response: Response,
  touch: () => void,
  settle: (reader: UsageReader, broken: string | null, wasLeft: boolean) => Promise<void>,
): Response {
  const reader = new UsageReader(response.headers.get("content-type")?.includes("event-stream") ?? false);
  const source = response.body!.getReader();
  let settled = false;
  let wasLeft = false;
  const once = async (broken: string | null) => {
    if (settled) return;
    settled = true;
    reader.end();
    await settle(reader, broken, wasLeft);
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await source.read().catch(() => null);
      touch();
      if (wasLeft) return;
      if (part === null) {
        await once("The connection broke off before the end of the answer.");
        return controller.error(new Error("The provider broke off."));
      }
      if (part.done) {
        await once(reader.isWhole ? null : "The answer broke off before its end.");
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
