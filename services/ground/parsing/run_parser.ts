import { Buffer } from "node:buffer";
import type { ParseFault } from "./error.ts";
import type { ParseLimits } from "./limits.ts";
import { watchDeadline } from "./deadline.ts";
import { downloadPackages } from "./download_packages.ts";
import { watchMemory } from "./memory_watch.ts";
import { withoutPieces } from "./pieces.ts";
import { READY } from "./serve_parser.ts";
import { startParser } from "./start_parser.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** A process that has not started by then never will. */
const MAX_START_MILLISECONDS = 60_000;
const MAX_COMPLAINT_BYTES = 16 * 1024;
const STOPPED = "was not read: it was stopped.";

/** Why a parser gave no answer; the message is a sentence without its subject. */
export class ParserFault extends Error {
  constructor(readonly reason: ParseFault, message: string) {
    super(message);
  }
}

/** The parser did not start, because a package that it imports was never needed before. */
class MissingPackageFault extends ParserFault {}

/**
 * Runs a parser on an input and resolves with its answer as text; what it imports is downloaded first if it is missing. Rejects
 * with `ParserFault`; nothing of the process is left then.
 */
export async function runParser(...[entry, ...rest]: Parameters<typeof runOnce>): Promise<string> {
  try {
    return await runOnce(entry, ...rest);
  } catch (cause) {
    if (!(cause instanceof MissingPackageFault)) throw cause;
    await downloadPackages(entry);
    return await runOnce(entry, ...rest);
  }
}

async function runOnce(
  entry: string,
  input: Uint8Array,
  limits: ParseLimits,
  signal?: AbortSignal,
  onPiece: (bytes: Uint8Array) => void = () => {},
): Promise<string> {
  if (signal?.aborted) throw new ParserFault("stopped", STOPPED);
  const child = spawn(entry, limits);
  let fault: ParserFault | null = null;
  const end = (reason: ParseFault, message: string) => {
    fault ??= new ParserFault(reason, message);
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended on its own.
    }
  };
  const tooSlow = () =>
    end("too_slow", `took more than ${limits.deadlineMilliseconds} ms to read and was stopped.`);
  const timer = setTimeout(
    () => end("crashed", "could not be read: its parser did not start."),
    MAX_START_MILLISECONDS,
  );
  let unwatchDeadline = () => {};
  const stopped = () => end("stopped", STOPPED);
  signal?.addEventListener("abort", stopped, { once: true });
  const unwatch = watchMemory(
    child.pid,
    limits.memoryBytes,
    () => end("too_much_memory", tooMuchMemory(limits)),
  );
  try {
    const complaint = textOf(child.stderr, MAX_COMPLAINT_BYTES, () => {});
    const tooMuch = (bytes: number) => () =>
      end("too_much_output", `became more than ${bytes} bytes when it was read.`);
    const pieces = { onPiece, maxBytes: limits.pieceBytes, exceeded: tooMuch(limits.pieceBytes) };
    const answer = await textOf(
      withoutPieces(child.stdout, pieces),
      limits.outputBytes + READY.length,
      (size, before) => {
        if (before < READY.length && size >= READY.length) {
          clearTimeout(timer);
          unwatchDeadline = watchDeadline(child.pid, limits.deadlineMilliseconds, tooSlow);
          send(child.stdin, input);
        }
        if (size > limits.outputBytes + READY.length) tooMuch(limits.outputBytes)();
      },
    );
    const { success } = await child.status;
    const said = await complaint;
    if (fault !== null) throw fault;
    if (/out of memory/i.test(said)) throw new ParserFault("too_much_memory", tooMuchMemory(limits));
    if (!answer.startsWith(READY) && said.includes("--cached-only is specified")) {
      throw new MissingPackageFault(
        "crashed",
        "could not be read: its parser needs packages that could not be downloaded. Connect this machine to the network, and try again.",
      );
    }
    if (!success || !answer.startsWith(READY)) {
      throw new ParserFault("crashed", "could not be read: its parser ended early.");
    }
    return answer.slice(READY.length);
  } finally {
    clearTimeout(timer);
    unwatchDeadline();
    unwatch();
    signal?.removeEventListener("abort", stopped);
  }
}

const tooMuchMemory = ({ memoryBytes }: ParseLimits): string =>
  `took more than ${Math.round(memoryBytes / 1024 / 1024)} MiB of memory to read and was stopped.`;

/** A parser that does not read all of its input is reported by how it ends. */
function send(stdin: WritableStream<Uint8Array>, input: Uint8Array): void {
  const writer = stdin.getWriter();
  writer.write(input).then(() => writer.close()).catch(() => {});
}

/** Reads a stream as text and keeps at most `limit` bytes; `grown` is called with each new size. */
async function textOf(
  stream: AsyncIterable<Uint8Array>,
  limit: number,
  grown: (size: number, before: number) => void,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (size < limit) chunks.push(chunk);
    size += chunk.length;
    grown(size, size - chunk.length);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function spawn(entry: string, limits: ParseLimits): Deno.ChildProcess {
  try {
    return startParser(entry, limits);
  } catch (cause) {
    throw new ParserFault(
      "crashed",
      `could not be read: its parser could not be started (${messageOf(cause)}).`,
    );
  }
}
