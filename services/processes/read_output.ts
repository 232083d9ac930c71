import type { OutputKeeper } from "./output.ts";

/**
 * A pipe that a process outside the group holds open is read no longer than this. More than one turn, for a machine that stood
 * still finds its timers over before it has read anything.
 */
const DRAIN = { turns: 4, milliseconds: 250 };

/** Takes secrets out of a text that comes in parts: each call returns what can be given on by then. */
export type RedactingStream = { push: (text: string) => string; finish: () => string };

/** Who gets the output besides the keeper, and what is taken out of it first. */
export type OutputReaders = {
  onOutput: ((text: string) => void) | undefined;
  redacting: RedactingStream | undefined;
};

/**
 * Reads a command's output into a keeper, and gives it to `onOutput` as text, from now on. `finish` waits for its
 * end, drops the pipe, and throws what `onOutput` threw.
 */
export function readOutput(
  stream: ReadableStream<Uint8Array>,
  keeper: OutputKeeper,
  { onOutput, redacting }: OutputReaders,
): { finish(): Promise<void> } {
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: redacting !== undefined });
  const encoder = new TextEncoder();
  let failure: { error: unknown } | null = null;
  const tell = (text: string) => {
    try {
      if (failure === null && text !== "") onOutput?.(text);
    } catch (error) {
      // Reading goes on, or the command would wait for ever on a full pipe.
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
      if (failure !== null) throw (failure as { error: unknown }).error;
    },
  };
}
