/** What came back, as text; `status` is 0 when the peer closed without an answer. */
export type RawAnswer = { status: number; text: string };

/** Sends bytes to a port of this machine as they are and gives the answer, as far as it says that it goes. */
export async function sendRaw(port: number, request: string): Promise<RawAnswer> {
  using connection = await connectRaw(port, request);
  return await readRaw(connection);
}

/** The next answer on a connection, as far as it says that it goes. */
export async function readRaw(connection: Deno.TcpConn): Promise<RawAnswer> {
  let text = "";
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(64 * 1024);
  while (!isWhole(text)) {
    const n = await connection.read(buffer);
    if (n === null) break;
    text += decoder.decode(buffer.subarray(0, n), { stream: true });
  }
  return { status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0), text };
}

/** A connection on which a request, or the beginning of one, was sent. */
export async function connectRaw(port: number, request: string): Promise<Deno.TcpConn> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const bytes = new TextEncoder().encode(request);
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
  return connection;
}

function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  const length = end < 0 ? null : /\r\ncontent-length: (\d+)\r\n/i.exec(text.slice(0, end + 2))?.[1];
  return length !== null && length !== undefined &&
    new TextEncoder().encode(text.slice(end + 4)).length >= Number(length);
}

/** A request of HTTP/1.1; the lines are given as they are. */
export const rawRequest = (target: string, lines: readonly string[], method = "GET", body = ""): string =>
  [`${method} ${target} HTTP/1.1`, ...lines, "", body].join("\r\n");
