import type { OutputKeeper } from "./output.ts";

/** A pipe that a process outside the group holds open is read no longer than this. */
const DRAIN_MILLISECONDS = 1_000;

/**
 * Reads a command's output into a keeper, and gives it to `onOutput` as text, from now on. `finish` waits for its
 * end, drops the pipe, and throws what `onOutput` threw.
 */
export function readOutput(
  stream: ReadableStream<Uint8Array>,
  keeper: OutputKeeper,
  onOutput: ((text: string) => void) | undefined,
): { finish(): Promise<void> } {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let failure: { error: unknown } | null = null;
  const tell = (text: string) => {
    try {
      if (failure === null && text !== "") onOutput?.(text);
    } catch (error) {
      // Reading goes on, or the command would wait for ever on a full pipe.
      failure = { error };
    }
  };
  const all = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      keeper.add(part.value);
      tell(decoder.decode(part.value, { stream: true }));
    }
    tell(decoder.decode());
  })();
  all.catch(() => {});
  return {
    async finish() {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const limit = new Promise<void>((resolve) => timer = setTimeout(resolve, DRAIN_MILLISECONDS));
      await Promise.race([all, limit]);
      clearTimeout(timer);
      await reader.cancel();
      if (failure !== null) throw (failure as { error: unknown }).error;
    },
  };
}
