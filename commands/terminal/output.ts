import { neutralise, neutralJson } from "./neutralise.ts";
import { render } from "./paint.ts";

/** Where a command writes: data on stdout, talk on stderr. All text is neutralised on its way. */
export type Output = {
  /** A line, or more, of what the command was asked for. */
  data: (text: string) => void;
  /** Exactly one JSON document. */
  json: (value: unknown) => void;
  /** One line of JSON. */
  jsonLine: (value: unknown) => void;
  /** Bytes as they are, to stdout. */
  bytes: (bytes: Uint8Array) => void;
  /** A line for the person, beside the data. */
  talk: (text: string) => void;
  /** The same without the end of the line: a question. */
  ask: (text: string) => void;
  /** Rings the terminal's bell; nothing elsewhere. */
  bell: () => void;
  /** What goes on right now, on one line of a terminal that is written over; null takes it away. Nothing elsewhere. */
  status: (text: string | null) => void;
  /** An empty screen, where stdout is a terminal. */
  clear: () => void;
  /** Columns of the terminal; of no terminal, null: nothing is cut then. */
  columns: number | null;
  /** True when stdout is a terminal. */
  terminal: boolean;
  /** True once nobody reads stdout any more. */
  closed: () => boolean;
};

/** One of the two streams of the process. */
export type Sink = { write: (bytes: Uint8Array) => void; terminal: boolean };

/** An output over two streams. `colour` is only ever used on a terminal. */
export function createOutput(
  streams: { stdout: Sink; stderr: Sink },
  options: { colour: boolean; columns: number | null },
): Output {
  const { stdout, stderr } = streams;
  const encode = (text: string) => new TextEncoder().encode(text);
  let closed = false;
  const toStdout = (bytes: Uint8Array) => {
    if (closed) return;
    try {
      stdout.write(bytes);
    } catch (cause) {
      if (!(cause instanceof Deno.errors.BrokenPipe)) throw cause;
      closed = true;
    }
  };
  const dataColour = options.colour && stdout.terminal;
  const talkColour = options.colour && stderr.terminal;
  return {
    data: (text) => toStdout(encode(`${render(text, dataColour)}\n`)),
    json: (value) => toStdout(encode(`${neutralJson(value)}\n`)),
    jsonLine: (value) => toStdout(encode(`${neutralJson(value, 0)}\n`)),
    bytes: (bytes) => toStdout(stdout.terminal ? encode(neutralise(new TextDecoder().decode(bytes))) : bytes),
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
      if (stdout.terminal) toStdout(encode("\x1b[H\x1b[2J\x1b[3J"));
    },
    columns: options.columns,
    terminal: stdout.terminal,
    closed: () => closed,
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
