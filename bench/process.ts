import { join } from "node:path";
import { HEAP_FLAGS } from "../services/ground/kernel/heap_flags.ts";
import { untilAnswering } from "./http_client.ts";
import { freePort, productionEnvironment, ROOT } from "./setting.ts";

/** A program in a process of its own, by default one of this bench: it reads a line of JSON and answers with one. */
export class Program {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: ReadableStreamDefaultReader<string>;
  #rest = "";

  constructor(name: string, directory = "bench/programs") {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", join(ROOT, directory, `${name}.ts`)],
      cwd: ROOT,
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#lines = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Sends a question and awaits its answer. */
  async ask<Answer>(question: object): Promise<Answer> {
    await this.#writer.write(new TextEncoder().encode(`${JSON.stringify(question)}\n`));
    for (;;) {
      const end = this.#rest.indexOf("\n");
      if (end >= 0) {
        const line = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 1);
        return JSON.parse(line);
      }
      const { value, done } = await this.#lines.read();
      if (done) throw new Error("A program of the bench ended before it answered.");
      this.#rest += value;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close();
    await this.#lines.cancel();
    await this.#child.status;
  }
}

/** Answers each line of stdin by `answer`, until stdin ends: the other half of `Program`. */
export async function answerLines<Question>(answer: (question: Question) => unknown): Promise<void> {
  let rest = "";
  for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const bytes = new TextEncoder().encode(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
      for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
    }
  }
}

/** A program that listens, in a process of its own. */
export class Server {
  private constructor(readonly port: number, readonly child: Deno.ChildProcess) {}

  /** Starts it; resolves at its first answer to GET `path`. */
  static async start(
    script: string,
    port: number,
    environment: Record<string, string>,
    { path = "/health", checkout = ROOT, flags = [] }: {
      path?: string;
      checkout?: string;
      flags?: readonly string[];
    } = {},
  ): Promise<Server> {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", ...flags, join(checkout, script), String(port)],
      cwd: checkout,
      env: environment,
      stdin: "null",
      stdout: "null",
      stderr: "inherit",
    }).spawn();
    await untilAnswering(port, child.status, path);
    return new Server(port, child);
  }

  /** The service itself, or that of another checkout, on its storage directory; as packages start it now. */
  static service(
    storageDirectory: string,
    { environment = {}, ...at }: {
      path?: string;
      checkout?: string;
      environment?: Record<string, string>;
    } = {},
  ): Promise<Server> {
    const port = freePort();
    return Server.start(
      "main.ts",
      port,
      { ...productionEnvironment(storageDirectory, port), ...environment },
      { ...at, flags: [HEAP_FLAGS] }, // for an earlier checkout as well: what is compared is the program
    );
  }

  /** The bare program; it answers GET /runs/:id with the JSON given. */
  static bare(document: unknown = {}): Promise<Server> {
    return Server.start("bench/programs/bare_hono.ts", freePort(), { BENCH_BODY: JSON.stringify(document) });
  }

  /** The bare program with a store: it creates and reads rows that hold the JSON given. */
  static rows(file: string, document: unknown): Promise<Server> {
    const environment = { BENCH_FILE: file, BENCH_BODY: JSON.stringify(document) };
    return Server.start("bench/programs/bare_rows.ts", freePort(), environment);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill("SIGTERM");
    await this.child.status;
  }
}
