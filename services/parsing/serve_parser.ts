/** What a parser answers with: a value, or why there is none. */
type ParserAnswer = { value: unknown } | { fault: string };

/** The line with which a parser says that it waits for its input. */
export const READY = "ready\n";

const PERMISSIONS = ["read", "write", "net", "env", "run", "sys", "ffi", "import"] as const;

/**
 * Makes this process a parser: it gives up every permission, reads its input to the end, parses it and answers with JSON. What
 * is too large for that, `parse` writes as pieces before. What it throws becomes the answer's fault. A file that calls this is
 * started by `parseUntrusted` alone.
 */
export async function serveParser(
  parse: (input: Uint8Array, writePiece: (bytes: Uint8Array) => void) => unknown,
): Promise<never> {
  for (const name of PERMISSIONS) Deno.permissions.revokeSync({ name });
  write(new TextEncoder().encode(READY));
  const input = new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer());
  const text = JSON.stringify(await answer(() => parse(input, writePiece)));
  write(lengthOf(0));
  write(new TextEncoder().encode(text));
  Deno.exit(0);
}

/** A length in front of each piece; one of 0 in front of the answer. */
function writePiece(bytes: Uint8Array): void {
  if (bytes.length === 0) return;
  write(lengthOf(bytes.length));
  write(bytes);
}

function lengthOf(bytes: number): Uint8Array {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, bytes, true);
  return length;
}

async function answer(parse: () => unknown): Promise<ParserAnswer> {
  try {
    return { value: await parse() ?? null };
  } catch (cause) {
    return { fault: cause instanceof Error ? cause.message : String(cause) };
  }
}

function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}
