import { Socket } from "node:net";
import type { Boundary } from "../../services/ground/kernel/subject.ts";
import type { SimulatedNetwork, Way } from "./network.ts";

/** A reply of a mail server, and what it is to. */
export type Said = { to: string; reply: string };

/** What a mail server says to one connection. */
export type Session = {
  greeting: string;
  /** Takes a line, and gives the reply; null while a text is coming. */
  hear: (line: string) => Said | null;
};

/** Where something goes wrong, in turns. After the text nobody can tell whether it was taken. */
const POINTS = ["text", "greeting", "text", "RCPT", "text", "DATA", "text", "MAIL", "text", "EHLO"] as const;
/** A wait that is too long for a client, and one that is not. */
const TIMEOUT_MILLISECONDS = 30_000;
const LATE_MILLISECONDS = 4_000;

/** Mail servers by their host and port, which answer late, twice, wrongly or never. */
export class SimulatedMail {
  readonly servers = new Map<string, () => Session>();
  readonly #open = new Set<Wire>();
  #count = 0;
  #connection = new AbortController();

  constructor(readonly network: SimulatedNetwork, readonly boundary: Boundary) {}

  /** Whether something is about to be said that does not wait for time to pass. */
  get isTalking(): boolean {
    return [...this.#open].some(({ isWaiting }) => !isWaiting);
  }

  /** How one process of the service opens connections to them. */
  connect(): (host: string, port: number) => Socket {
    const { signal } = this.#connection = new AbortController();
    return (host, port) => signal.aborted ? new Socket().destroy(signal.reason) : this.#reach(host, port);
  }

  /** Nothing of the process that was connected reaches anyone any more. */
  cut(): void {
    this.#connection.abort(new Error("The process has ended."));
    for (const wire of this.#open) wire.destroy();
    this.#open.clear();
  }

  #reach(host: string, port: number): Wire {
    const { network, boundary } = this;
    const way = network.choose(network.isFaulty);
    const point = way === "unreached" ? "greeting" : POINTS[this.#count++ % POINTS.length]!;
    const wire = new Wire(this.servers.get(`${host}:${port}`)!(), { way, point, network, boundary });
    this.#open.add(wire);
    wire.once("close", () => this.#open.delete(wire));
    return wire;
  }
}

type Journey = { way: Way; point: string; network: SimulatedNetwork; boundary: Boundary };

/** One connection: lines go to a server, at the moment at which they are written, and its replies come back one by one. */
class Wire extends Socket {
  /** Whether the server says something only when time has passed. */
  isWaiting = false;
  #heard = "";
  /** A reply that comes again with what the client says next. */
  #copy: string | null = null;
  /** The newest reply. */
  #said = "";
  #work: Promise<void>;
  readonly #ended = new AbortController();

  constructor(readonly session: Session, readonly journey: Journey) {
    super();
    this.once("close", () => this.#ended.abort(new Error("The connection was closed.")));
    const opening = journey.way === "unreached"
      ? this.#pause(TIMEOUT_MILLISECONDS).then(() => void this.destroy(new Error("connect ETIMEDOUT")))
      : this.#say({ to: "greeting", reply: session.greeting });
    this.#work = opening.catch(() => {});
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _: string, done: () => void): void {
    this.#send(chunk);
    done();
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    for (const { chunk } of chunks) this.#send(chunk);
    done();
  }

  #send(chunk: Uint8Array): void {
    // A server that accepts a text before it came cannot be told from one that took it.
    const isUntrue = this.#said.startsWith("354") && this.#copy?.startsWith("2") === true;
    if (this.#copy !== null && !isUntrue) this.push(`${this.#copy}\r\n`);
    this.#copy = null;
    const lines = (this.#heard + new TextDecoder().decode(chunk)).split("\r\n");
    this.#heard = lines.pop()!;
    for (const line of lines) {
      const said = this.#ended.signal.aborted ? null : this.session.hear(line);
      if (said !== null) this.#work = this.#work.then(() => this.#say(said)).catch(() => {});
    }
  }

  override _final(done: () => void): void {
    done();
    this.destroy();
  }

  /** The simulation says when a client has waited too long. */
  override setTimeout(): this {
    return this;
  }

  async #say({ to, reply }: Said): Promise<void> {
    this.#said = reply;
    const { way, point, boundary } = this.journey;
    const isHere = to === point;
    if (isHere && way === "never") {
      await this.#pause(TIMEOUT_MILLISECONDS);
      this.emit("timeout");
      return;
    }
    if (isHere && way === "late") await this.#pause(LATE_MILLISECONDS);
    await boundary("mail_server:answered");
    this.#ended.signal.throwIfAborted();
    if (isHere && way === "cut off") {
      this.push(reply.slice(0, reply.length >> 1));
      this.push(null);
    } else if (isHere && way === "wrongly") this.push("<h1>Bad gateway</h1>\r\n");
    else this.push(`${reply}\r\n`);
    if (isHere && way === "twice") this.#copy = reply;
  }

  async #pause(milliseconds: number): Promise<void> {
    const { network } = this.journey;
    network.waiting++;
    this.isWaiting = true;
    await network.clocks.pause(milliseconds, this.#ended.signal).finally(() => {
      network.waiting--;
      this.isWaiting = false;
    });
  }
}
