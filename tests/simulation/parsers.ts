import { Buffer } from "node:buffer";
import { READY } from "../../services/ground/parsing/serve_parser.ts";
import { readCalendars } from "../../services/planning/icalendar/read_calendar.ts";

const FILE = "/calendar_parser.ts";

/** Lets calendars be parsed in this process instead of one each, which takes longer to start than a command to be answered. */
export class ParsersWithin implements Disposable {
  readonly #before = Deno.Command;

  constructor() {
    Deno.Command = class extends Deno.Command {
      readonly #isParser: boolean;

      constructor(program: string | URL, options: Deno.CommandOptions = {}) {
        super(program, options);
        this.#isParser = options.args?.at(-1)?.endsWith(FILE) ?? false;
      }

      override spawn(): Deno.ChildProcess {
        return this.#isParser ? parserWithin() : super.spawn();
      }
    };
  }

  [Symbol.dispose](): void {
    Deno.Command = this.#before;
  }
}

/** What the service sees of a parser: it says that it is ready, reads its input to the end, and answers. */
function parserWithin(): Deno.ChildProcess {
  const input: Uint8Array[] = [];
  const ended = Promise.withResolvers<Deno.CommandStatus>();
  const [stdout, stderr] = [new TransformStream<Bytes, Bytes>(), new TransformStream<Bytes, Bytes>()];
  const [answer, complaint] = [stdout.writable.getWriter(), stderr.writable.getWriter()];
  const end = (success: boolean) => {
    ended.resolve({ success, code: success ? 0 : 137, signal: success ? null : "SIGKILL" });
    for (const writer of [answer, complaint]) writer.close().catch(() => {});
  };
  const write = (text: string) => answer.write(new TextEncoder().encode(text)).catch(() => {});
  void write(READY);
  const stdin = new WritableStream<Uint8Array>({
    write: (bytes) => void input.push(bytes),
    close: () => {
      void write(JSON.stringify({ value: readCalendars(JSON.parse(textOf(input))) }));
      end(true);
    },
  });
  return {
    pid: 0, // no process has it, so none is measured
    stdin,
    stdout: readable(stdout.readable),
    stderr: readable(stderr.readable),
    status: ended.promise,
    kill: () => end(false),
    output: () => Promise.reject(new TypeError("A parser is read as it writes.")),
    ref: () => {},
    unref: () => {},
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

type Bytes = Uint8Array<ArrayBuffer>;

const textOf = (chunks: readonly Uint8Array[]): string => new TextDecoder().decode(Buffer.concat(chunks));

function readable(stream: ReadableStream<Bytes>): Deno.SubprocessReadableStream {
  const whole = () => new Response(stream);
  return Object.assign(stream, {
    arrayBuffer: () => whole().arrayBuffer(),
    bytes: () => whole().bytes(),
    json: () => whole().json(),
    text: () => whole().text(),
  });
}
