import { SILENCE_MILLISECONDS } from "../../client/silence.ts";

/** The part of stdin that reads keys. */
type KeyInput = Pick<typeof Deno.stdin, "read" | "setRaw">;

/** What is typed at a terminal. Between two answers nothing is read, so that a started program gets its own input. */
export type Keyboard = {
  /** Resolves with what was typed up to now, at least one character; null at the end of the input. */
  read: () => Promise<string | null>;
  /**
   * Drops what was and is typed until nothing is for a moment. Returns how many keys that were; null at the end of the input, and
   * for Ctrl-C and Ctrl-D.
   */
  silence: () => Promise<number | null>;
  /** Calls `work` without line editing and echo, and restores them. */
  raw: <T>(work: () => Promise<T>) => Promise<T>;
};

/** The characters that a terminal in raw mode sends for Ctrl-C and Ctrl-D. */
export const END_KEYS: readonly string[] = ["\x03", "\x04"];

/** Returns the keys of what was typed. A key such as an arrow sends several characters, the first of which is Escape. */
export const keysOf = (typed: string): string[] => typed.startsWith("\x1b") ? [typed] : [...typed];

/** Returns the keyboard of a terminal. */
export function keyboardOf(input: KeyInput): Keyboard {
  const buffer = new Uint8Array(4096);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  // A read cannot be taken back: one that silence began is the one that the answer arrives in.
  let begun: Promise<number | null> | null = null;
  const read = async () => {
    const length = await (begun ??= input.read(buffer));
    begun = null;
    return length === null ? null : decoder.decode(buffer.subarray(0, length), { stream: true });
  };
  return {
    read,
    silence: async () => {
      for (let dropped = 0;;) {
        begun ??= input.read(buffer);
        if (await isSilentWhile(begun)) return dropped;
        const typed = await read();
        if (typed === null || END_KEYS.some((key) => typed.includes(key))) return null;
        dropped += keysOf(typed).length;
      }
    },
    raw: async (work) => {
      input.setRaw(true);
      try {
        return await work();
      } finally {
        input.setRaw(false);
      }
    },
  };
}

/** Returns true if the moment of silence is over before something is read. */
async function isSilentWhile(reading: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout>;
  const over = new Promise<true>((resolve) => timer = setTimeout(() => resolve(true), SILENCE_MILLISECONDS));
  try {
    return await Promise.race([over, reading.then(() => false)]);
  } finally {
    clearTimeout(timer!);
  }
}
