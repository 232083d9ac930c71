/**
 * A door in front of a server on this machine that keeps each byte that leaves through it, below any protocol: lines, headers and
 * bodies.
 */
export class Wire implements AsyncDisposable {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #open = new Set<Deno.Conn>();
  readonly #left: Uint8Array[] = [];
  readonly #serving: Promise<void>;

  constructor(readonly port: number) {
    this.#serving = this.#serve();
  }

  get host(): string {
    return `127.0.0.1:${this.#listener.addr.port}`;
  }

  /** How many bytes have left. */
  get bytes(): number {
    return this.#left.reduce((sum, { length }) => sum + length, 0);
  }

  /** What has left, as text. */
  get text(): string {
    const decoder = new TextDecoder();
    return this.#left.map((part) => decoder.decode(part, { stream: true })).join("");
  }

  /** Forgets what has left until now. */
  clear(): void {
    this.#left.length = 0;
  }

  async #serve(): Promise<void> {
    const passing: Promise<void>[] = [];
    for await (const client of this.#listener) passing.push(this.#pass(client));
    await Promise.all(passing);
  }

  async #pass(client: Deno.TcpConn): Promise<void> {
    const server = await Deno.connect({ hostname: "127.0.0.1", port: this.port });
    const ends = [client, server];
    for (const end of ends) this.#open.add(end);
    const keep = new TransformStream<Uint8Array, Uint8Array>({
      transform: (part, controller) => {
        this.#left.push(part.slice());
        controller.enqueue(part);
      },
    });
    // Either side may break off; the pipes close both ends.
    await Promise.allSettled([
      client.readable.pipeThrough(keep).pipeTo(server.writable),
      server.readable.pipeTo(client.writable),
    ]);
    for (const end of ends) this.#open.delete(end);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const end of this.#open) closeOnce(end);
    await this.#serving;
  }
}

/** A pipe that has ended has closed its ends, a moment before it is known here. */
function closeOnce(end: Deno.Conn): void {
  try {
    end.close();
  } catch (cause) {
    if (!(cause instanceof Deno.errors.BadResource)) throw cause;
  }
}
