import type { OutputKeeper } from "./output.ts";

/**
 * A pipe that a process outside the group holds open is read no longer than this. It takes more than one turn, because after a
 * standstill of the machine timers may fire before anything was read.
 */
const DRAIN = { turns: 4, milliseconds: 250 };

/** Removes secrets from a text that arrives in parts: each call returns what can be passed on by then. */
export type RedactPart = { push: (text: string) => string; finish: () => string };

/** Additional receivers of the output, and what is removed from it first. */
type OutputReaders = {
  onOutput: ((text: string) => void) | undefined;
  redacting: RedactPart | undefined;
};

/**
 * Reads a command's output into a keeper, and passes it to `onOutput` as text. `finish` waits for its end, closes the pipe, and
 * rethrows errors of `onOutput`.
 */
export function readOutput(
  stream: ReadableStream<Uint8Array>,
  keeper: OutputKeeper,
  { onOutput, redacting }: OutputReaders,
): { finish(): Promise<void> } {
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const encoder = new TextEncoder();
  let failure: { error: unknown } | null = null;
  const tell = (text: string) => {
    try {
      if (failure === null && text !== "") onOutput?.(text);
    } catch (error) {
      // Continue to read, or the command would wait forever on a full pipe.
      failure = { error };
    }
  };
  const keep = (text: string) => {
    keeper.add(encoder.encode(text));
    tell(text);
  };
  const take = (bytes: Uint8Array) => {
    const text = decoder.decode(bytes, { stream: true });
    if (redacting) return keep(redacting.push(text));
    keeper.add(bytes);
    tell(text);
  };
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    const rest = decoder.decode();
    if (redacting) keep(redacting.push(rest) + redacting.finish());
    else tell(rest);
  };
  const all = (async () => {
    for (let part = await reader.read(); !part.done && !over; part = await reader.read()) take(part.value);
    end();
  })();
  all.catch(() => {});
  return {
    async finish() {
      for (let i = 0; i < DRAIN.turns && !over; i++) {
        const turn = Promise.withResolvers<void>();
        const timer = setTimeout(turn.resolve, DRAIN.milliseconds);
        await Promise.race([all, turn.promise]);
        clearTimeout(timer);
      }
      end();
      await reader.cancel();
      if (failure !== null) throw failure.error;
    },
  };
}
