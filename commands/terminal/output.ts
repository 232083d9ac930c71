import { messageOf } from "../../store/shared/message_of.ts";
import { EXIT, ExitError } from "../exit_codes.ts";
import { neutralise, neutralJson } from "./neutralise.ts";
import { render } from "./paint.ts";

/** The output of a command: data to stdout, messages to stderr. All text is neutralised. */
export type Output = {
  /** Writes one or more lines of the requested data. */
  data: (text: string) => void;
  /** Writes exactly one JSON document. */
  json: (value: unknown) => void;
  /** Writes one line of JSON. */
  jsonLine: (value: unknown) => void;
  /** Writes bytes unchanged to stdout. */
  bytes: (bytes: Uint8Array) => void;
  /** Writes a message for the person. */
  talk: (text: string) => void;
  /** Writes a question, without a line break. */
  ask: (text: string) => void;
  /** Rings the terminal's bell, if there is one. */
  bell: () => void;
  /** Shows progress on one line of a terminal, which is overwritten; null clears it. Does nothing elsewhere. */
  status: (text: string | null) => void;
  /** Clears the screen if stdout is a terminal. */
  clear: () => void;
  /** The number of columns of the terminal; null without a terminal, so that nothing is cut. */
  columns: number | null;
  /** True if stdout is a terminal. */
  terminal: boolean;
  /** True once the reader of stdout has closed it. */
  closed: () => boolean;
};

/** One of the two streams of the process. */
type Sink = { write: (bytes: Uint8Array) => void; terminal: boolean };

/** Returns the stream until its reader closes it, or it fails, with which `onFault` is called; from then on, nothing is written. */
function untilClosed(
  { write, terminal }: Sink,
  onFault: (cause: unknown) => void,
): Sink & { closed: () => boolean } {
  let closed = false;
  return {
    write: (bytes) => {
      if (closed) return;
      try {
        write(bytes);
      } catch (cause) {
        closed = true;
        if (!(cause instanceof Deno.errors.BrokenPipe)) onFault(cause);
      }
    },
    terminal,
    closed: () => closed,
  };
}

/** Returns an output over two streams. `colour` is used only on a terminal. */
export function createOutput(
  streams: { stdout: Sink; stderr: Sink },
  options: { colour: boolean; columns: number | null },
): Output {
  const stdout = untilClosed(streams.stdout, (cause) => {
    throw new ExitError(EXIT.failed, `The output could not be written: ${messageOf(cause)}.`);
  });
  const stderr = untilClosed(streams.stderr, () => {}); // there is nowhere to say it, and the work continues
  const encode = (text: string) => new TextEncoder().encode(text);
  const dataColour = options.colour && stdout.terminal;
  const talkColour = options.colour && stderr.terminal;
  return {
    data: (text) => stdout.write(encode(`${render(text, dataColour)}\n`)),
    json: (value) => stdout.write(encode(`${neutralJson(value)}\n`)),
    jsonLine: (value) => stdout.write(encode(`${neutralJson(value, 0)}\n`)),
    bytes: (bytes) =>
      stdout.write(stdout.terminal ? encode(neutralise(new TextDecoder().decode(bytes))) : bytes),
    talk: (text) => stderr.write(encode(`${render(text, talkColour)}\n`)),
    ask: (text) => stderr.write(encode(render(text, talkColour))),
    bell: () => {
      if (stderr.terminal) stderr.write(encode("\x07"));
    },
    status: (text) => {
      if (!stderr.terminal) return;
      stderr.write(encode(`\r\x1b[K${text === null ? "" : render(text, talkColour)}`));
    },
    clear: () => {
      if (stdout.terminal) stdout.write(encode("\x1b[H\x1b[2J\x1b[3J"));
    },
    columns: options.columns,
    terminal: stdout.terminal,
    closed: stdout.closed,
  };
}

/** The output of this process; `NO_COLOR` and `TERM=dumb` turn colour off (https://no-color.org). */
export function processOutput(environment: (name: string) => string | undefined): Output {
  const sink = (stream: typeof Deno.stdout): Sink => ({
    write: (bytes) => {
      for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
    },
    terminal: stream.isTerminal(),
  });
  const stdout = sink(Deno.stdout);
  const colour = !environment("NO_COLOR") && environment("TERM") !== "dumb";
  return createOutput({ stdout, stderr: sink(Deno.stderr) }, {
    colour,
    columns: stdout.terminal ? columnsOf() : null,
  });
}

function columnsOf(): number {
  try {
    return Math.max(40, Deno.consoleSize().columns);
  } catch {
    return 80;
  }
}
