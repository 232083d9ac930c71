import { Inbox, indexOf } from "./bytes.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const HEAD_END = encoder.encode("\r\n\r\n");

export type Answer = { status: number; body: Uint8Array };

/** A request as it goes over the wire. */
export function requestBytes(
  port: number,
  method: string,
  path: string,
  options: { body?: string; headers?: Record<string, string> } = {},
): Uint8Array {
  const body = options.body === undefined ? null : encoder.encode(options.body);
  const headers = {
    host: `127.0.0.1:${port}`,
    ...(body && { "content-type": "application/json", "content-length": String(body.length) }),
    ...options.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = encoder.encode(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`);
  return body ? Uint8Array.from([...head, ...body]) : head;
}

/**
 * One keep-alive connection that sends prepared requests and reads whole answers. `fetch` would cost more than the servers
 * that are measured.
 */
export class HttpClient {
  readonly #inbox = new Inbox();

  private constructor(readonly connection: Deno.TcpConn) {}

  static async connect(port: number): Promise<HttpClient> {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    connection.setNoDelay(true);
    return new HttpClient(connection);
  }

  /** Sends a request and awaits its answer, which must state its length. The body is valid until the next. */
  async send(request: Uint8Array): Promise<Answer> {
    await writeAll(this.connection, request);
    const head = await readHead(this.connection, this.#inbox);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]);
    if (!Number.isInteger(length)) throw new Error(`An answer does not state its length: ${head}`);
    while (this.#inbox.bytes.length < length) {
      if (!await this.#inbox.readFrom(this.connection)) throw new Error("The connection ended in an answer.");
    }
    const body = this.#inbox.bytes.subarray(0, length);
    this.#inbox.take(length);
    return { status: statusOf(head), body };
  }

  close(): void {
    this.connection.close();
  }
}

/** Writes all bytes. */
export async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

/** Reads and takes the head of an answer. */
export async function readHead(connection: Deno.Conn, inbox: Inbox): Promise<string> {
  for (;;) {
    const end = indexOf(inbox.bytes, HEAD_END, 0);
    if (end >= 0) {
      const head = decoder.decode(inbox.bytes.subarray(0, end));
      inbox.take(end + HEAD_END.length);
      return head;
    }
    if (!await inbox.readFrom(connection)) throw new Error("The connection ended before an answer.");
  }
}

export const statusOf = (head: string): number => Number(head.slice(9, 12));

/** One request on a connection of its own; gives the parsed answer. Throws when it is not a success. */
export async function once<Body>(
  port: number,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Body> {
  const client = await HttpClient.connect(port);
  try {
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await client.send(requestBytes(port, method, path, { ...text, headers }));
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status}`);
    return JSON.parse(decoder.decode(answer.body));
  } finally {
    client.close();
  }
}

/** Resolves once GET /health gives 200; asks again without pause for as long as nobody listens. */
export async function untilAnswering(port: number, ended: Promise<unknown>, path: string): Promise<void> {
  let over = false;
  ended.then(() => over = true);
  while (!over) {
    try {
      await once(port, "GET", path);
      return;
    } catch (error) {
      if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
  throw new Error("The program ended before it answered.");
}
