import { Inbox, indexOf } from "./bytes.ts";
import { readHead, requestBytes, statusOf, writeAll } from "./http_client.ts";

const LINE_END = Uint8Array.of(13, 10);
const FRAME_END = Uint8Array.of(10, 10);
const [I, D, COLON, ZERO, SPACE] = [105, 100, 58, 48, 32] as const;

/** One frame of a stream: its id, a comment, or something else. */
export type Frame = { id: number } | "comment" | "other";

/** One subscription to /events over HTTP, chunk by chunk, without copying what it reads. */
export class SseClient {
  readonly #inbox = new Inbox();

  private constructor(readonly connection: Deno.TcpConn) {}

  /** Subscribes; without `lastEventId` from the live tail on. Resolves once the service has answered. */
  static async connect(port: number, lastEventId: number | null): Promise<SseClient> {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    const client = new SseClient(connection);
    const headers = {
      accept: "text/event-stream",
      ...(lastEventId !== null && { "last-event-id": String(lastEventId) }),
    };
    await writeAll(connection, requestBytes(port, "GET", "/events", { headers }));
    const head = await readHead(connection, client.#inbox);
    if (statusOf(head) !== 200 || !/transfer-encoding: chunked/i.test(head)) throw new Error(head);
    return client;
  }

  /**
   * Hands over the frames of one chunk after the other until `take` gives false or the stream ends. The service never
   * divides a frame between chunks.
   */
  async read(take: (frames: Frame[]) => boolean): Promise<void> {
    for (;;) {
      const chunk = this.#chunk();
      if (chunk === null) {
        if (!await this.#inbox.readFrom(this.connection)) return;
      } else if (chunk.length === 0 || !take(framesOf(chunk))) return;
    }
  }

  close(): void {
    this.connection.close();
  }

  #chunk(): Uint8Array | null {
    const bytes = this.#inbox.bytes;
    const lineEnd = indexOf(bytes, LINE_END, 0);
    if (lineEnd < 0) return null;
    const length = parseInt(String.fromCharCode(...bytes.subarray(0, lineEnd)), 16);
    const begin = lineEnd + 2;
    if (bytes.length < begin + length + 2) return null;
    this.#inbox.take(begin + length + 2);
    return bytes.subarray(begin, begin + length);
  }
}

function framesOf(chunk: Uint8Array): Frame[] {
  const frames: Frame[] = [];
  for (let begin = 0; begin < chunk.length;) {
    const end = indexOf(chunk, FRAME_END, begin);
    if (end < 0) throw new Error("A frame goes on in the next chunk.");
    frames.push(frameAt(chunk, begin));
    begin = end + 2;
  }
  return frames;
}

function frameAt(chunk: Uint8Array, begin: number): Frame {
  if (chunk[begin] === COLON) return "comment";
  if (chunk[begin] !== I || chunk[begin + 1] !== D || chunk[begin + 2] !== COLON) return "other";
  let id = 0;
  for (let at = begin + 3; chunk[at] !== 10; at++) if (chunk[at] !== SPACE) id = id * 10 + chunk[at]! - ZERO;
  return { id };
}
