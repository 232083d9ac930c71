/** Watches the processes that verify restores, and holds each before it has begun if it is told to. */
export class Verifiers implements Disposable {
  readonly #realCommand = Deno.Command;
  readonly #realMakeTempDir = Deno.makeTempDirSync;
  /** All that were started. */
  readonly started: Deno.ChildProcess[] = [];
  /** The directories in which they write. */
  readonly scratch: string[] = [];
  /** How many run now, and the most that ran at the same time. */
  running = 0;
  most = 0;

  constructor({ held = false }: { held?: boolean } = {}) {
    const started = (child: Deno.ChildProcess) => {
      if (held) child.kill("SIGSTOP");
      this.started.push(child);
      this.most = Math.max(this.most, ++this.running);
      void child.status.then(() => this.running--);
    };
    Deno.Command = class extends this.#realCommand {
      readonly #verifies: boolean;
      constructor(command: string | URL, options: Deno.CommandOptions = {}) {
        super(command, options);
        this.#verifies = (options.args ?? []).some((each) => each.endsWith("/verifier_process.ts"));
      }
      override spawn(): Deno.ChildProcess {
        const child = super.spawn();
        if (this.#verifies) started(child);
        return child;
      }
    };
    Deno.makeTempDirSync = (options) => {
      const directory = this.#realMakeTempDir(options);
      if (options?.prefix === "agent-harness-verify-") this.scratch.push(directory);
      return directory;
    };
  }

  /** Lets those that are held go on. */
  letGo(): void {
    for (const child of this.started) child.kill("SIGCONT");
  }

  [Symbol.dispose](): void {
    Deno.Command = this.#realCommand;
    Deno.makeTempDirSync = this.#realMakeTempDir;
  }
}
