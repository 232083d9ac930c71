import { messageOf } from "../../../store/shared/message_of.ts";

/** The answer of a parser: a value, or why there is none. */
type ParserAnswer = { value: unknown } | { fault: string };

/** The line with which a parser says that it is ready for its input. */
export const READY = "ready\n";

/** The prefix of a piece. */
export const PIECE_HEAD_BYTES = 5;

const PERMISSIONS = ["read", "write", "net", "env", "run", "sys", "ffi", "import"] as const;

/**
 * Makes this process a parser: it gives up all permissions, reads its input to the end, parses it and answers with
 * JSON. `parse` writes what is too large for that as pieces before. Its errors become the answer's fault. Only
 * `parseUntrusted` starts files that call this.
 */
export async function serveParser(
  parse: (input: Uint8Array, writePiece: (bytes: Uint8Array) => void) => unknown,
): Promise<never> {
  for (const name of PERMISSIONS) Deno.permissions.revokeSync({ name });
  write(new TextEncoder().encode(READY));
  const input = new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer());
  write(new TextEncoder().encode(JSON.stringify(await answer(() => parse(input, writePiece)))));
  Deno.exit(0);
}

/** Each piece is preceded by a zero, which begins no answer, and its length. */
function writePiece(bytes: Uint8Array): void {
  const head = new Uint8Array(PIECE_HEAD_BYTES);
  new DataView(head.buffer).setUint32(1, bytes.length, true);
  write(head);
  write(bytes);
}

async function answer(parse: () => unknown): Promise<ParserAnswer> {
  try {
    return { value: await parse() ?? null };
  } catch (cause) {
    return { fault: messageOf(cause) };
  }
}

function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}
