/**
 * Asks a tmux server by one client that stays, in tmux's control mode: a test looks at its screen some hundred times, and each
 * `tmux` of its own would be a process.
 */
export class TmuxClient {
  readonly #process: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #waiting: PromiseWithResolvers<string>[] = [];
  readonly #ended: Promise<void>;

  private constructor(process: Deno.ChildProcess) {
    this.#process = process;
    this.#input = process.stdin.getWriter();
    this.#ended = this.#read();
  }

  /** Attaches to the only session of the server at this socket, whose size it leaves as it is. */
  static attach(socket: string, env: Record<string, string>): TmuxClient {
    return new TmuxClient(
      new Deno.Command("tmux", {
        args: ["-S", socket, "-C", "attach-session", "-f", "ignore-size,no-output"],
        clearEnv: true,
        env,
        stdin: "piped",
        stdout: "piped",
        stderr: "null",
      }).spawn(),
    );
  }

  /** Resolves with what a command prints; rejects with what it complains of, and once the session is over. */
  async ask(command: string): Promise<string> {
    const answer = Promise.withResolvers<string>();
    this.#waiting.push(answer);
    this.#input.write(new TextEncoder().encode(`${command}\n`)).catch(answer.reject);
    return await answer.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#input.close().catch(() => {});
    await this.#ended;
    await this.#process.status;
  }

  /** Answers come in the order of the commands, each between `%begin` and `%end`; what has the flag 0 was not asked for here. */
  async #read(): Promise<void> {
    let rest = "";
    let block: { end: string; lines: string[] } | null = null;
    for await (const text of this.#process.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) {
        if (block === null) {
          const [, mark] = /^%begin (\d+ \d+ 1)$/.exec(line) ?? [];
          if (mark !== undefined) block = { end: mark, lines: [] };
        } else if (line === `%end ${block.end}` || line === `%error ${block.end}`) {
          const found = block.lines.map((each) => `${each}\n`).join("");
          const answer = this.#waiting.shift()!;
          if (line.startsWith("%end")) answer.resolve(found);
          else answer.reject(new Error(`tmux: ${found}`));
          block = null;
        } else block.lines.push(line);
      }
    }
    for (const answer of this.#waiting.splice(0)) answer.reject(new Error("The session of tmux is over."));
  }
}
