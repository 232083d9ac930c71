/** A program that answers each line of its input, a value in JSON, with another line. Dispose it. */
export class AnsweringProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #texts: ReadableStreamDefaultReader<string>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  #rest = "";

  constructor(script: string, wrap: readonly string[]) {
    const deno = [Deno.execPath(), "run", "-A", "--no-check", "--quiet", script];
    const [program = "", ...args] = [...wrap, ...deno];
    this.#child = new Deno.Command(program, { args, stdin: "piped", stdout: "piped", stderr: "inherit" })
      .spawn();
    this.#texts = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    this.#writer = this.#child.stdin.getWriter();
  }

  /** Resolves with the answer, or with null when the process was killed meanwhile. */
  async ask<Answer>(value: unknown): Promise<Answer | null> {
    try {
      await this.#writer.write(new TextEncoder().encode(`${JSON.stringify(value)}\n`));
    } catch {
      return null;
    }
    while (!this.#rest.includes("\n")) {
      const { value, done } = await this.#texts.read();
      if (done) return null;
      this.#rest += value;
    }
    const [line = "", ...later] = this.#rest.split("\n");
    this.#rest = later.join("\n");
    return JSON.parse(line);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It was killed before.
    }
    await this.#child.status;
    await this.#writer.close().catch(() => {});
  }
}
