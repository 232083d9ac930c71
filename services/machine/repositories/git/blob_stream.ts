import { Buffer } from "node:buffer";
import { UnavailableError } from "../../../ground/kernel/errors.ts";
import { gitCommand, missingGit } from "./git.ts";

/**
 * One `cat-file --batch` process. With `--filters` the announced size is that before conversion, so each request is
 * followed by one for a random name, and git's answer to that marks the end.
 */
export class BlobStream {
  readonly #nonce = crypto.randomUUID();
  readonly #end = Buffer.from(`\n${this.#nonce} missing\n`);
  readonly #announced: string[] = [];
  #child: Deno.ChildProcess | undefined;
  #writer: WritableStreamDefaultWriter<Uint8Array> | undefined;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #pending: Buffer = Buffer.alloc(0);

  constructor(readonly args: readonly string[], readonly location: { gitDir: string; workTree?: string }) {}

  /** Requests blobs in advance, so that git does not wait for each question; `read` them in this order. */
  announce(requests: readonly string[]): void {
    if (requests.length === 0) return;
    this.#announced.push(...requests);
    // The read that finds no answer reports a process that ended.
    this.#ask(requests).catch(() => {});
  }

  /** Returns the bytes of one blob in chunks; throws {UnavailableError} when it is missing. */
  async *read(request: string): AsyncGenerator<Buffer> {
    if (this.#announced[0] === request) this.#announced.shift();
    else await this.#ask([request]);
    const header = await this.#header();
    if (!/^[0-9a-f]+ blob \d+$/.test(header)) {
      throw new UnavailableError(`The file content ${request} is not among the repository's local objects.`, {
        cause: new Error(header),
      });
    }
    for (let found = -1; found === -1;) {
      found = this.#pending.indexOf(this.#end);
      const ready = found === -1 ? Math.max(0, this.#pending.length - this.#end.length) : found;
      if (ready > 0) yield this.#pending.subarray(0, ready);
      this.#pending = this.#pending.subarray(found === -1 ? ready : found + this.#end.length);
      if (found === -1) await this.#more();
    }
  }

  /** Ends the process. */
  async close(): Promise<void> {
    if (this.#child === undefined) return;
    // In this order: git may be waiting for a reader of requested answers.
    await this.#reader?.cancel().catch(() => {});
    await this.#writer?.close().catch(() => {});
    await this.#child.status;
  }

  async #ask(requests: readonly string[]): Promise<void> {
    const questions = requests.map((request) => `${request}\0${this.#nonce}\0`).join("");
    await this.#start().write(new TextEncoder().encode(questions));
  }

  #start(): WritableStreamDefaultWriter<Uint8Array> {
    if (this.#writer !== undefined) return this.#writer;
    const { gitDir, workTree } = this.location;
    try {
      this.#child = gitCommand(this.args, this.location, {
        cwd: workTree ?? gitDir,
        stdin: "piped",
        stdout: "piped",
        stderr: "null",
      }).spawn();
    } catch (error) {
      throw missingGit(error);
    }
    this.#reader = this.#child.stdout.getReader();
    return this.#writer = this.#child.stdin.getWriter();
  }

  async #header(): Promise<string> {
    let end = this.#pending.indexOf(10);
    for (; end === -1; end = this.#pending.indexOf(10)) await this.#more();
    const header = this.#pending.subarray(0, end).toString();
    this.#pending = this.#pending.subarray(end + 1);
    return header;
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#reader!.read();
    if (done) throw new UnavailableError("git ended before it had returned the content of every file.");
    this.#pending = this.#pending.length === 0
      ? Buffer.from(value.buffer, value.byteOffset, value.length)
      : Buffer.concat([this.#pending, value]);
  }
}
