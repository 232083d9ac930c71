import { join } from "node:path";
import { temporaryDirectory } from "../temporary.ts";

/** A pipe to sandboxed programs, whose answers a test decides. Dispose it. */
export class Teller implements Disposable {
  readonly directory = temporaryDirectory();
  readonly #asks = join(this.directory, "asks");
  readonly #tells = join(this.directory, "tells");
  /** Shell commands that wait for the next word and put it into `$line`. */
  readonly ask = `echo > ${this.#asks}; read line < ${this.#tells}`;

  constructor() {
    new Deno.Command("mkfifo", { args: [this.#asks, this.#tells] }).outputSync();
  }

  /** Lets the programs of a service see the pipe. */
  open(storageDirectory: string): void {
    Deno.writeTextFileSync(
      join(storageDirectory, "sandbox.json"),
      JSON.stringify({ readable: [this.directory] }),
    );
  }

  /** Tells the next word to each who asks for one. */
  async tell(words: readonly string[]): Promise<void> {
    for (const word of words) {
      await Deno.readTextFile(this.#asks);
      using file = await Deno.open(this.#tells, { write: true });
      await file.write(new TextEncoder().encode(`${word}\n`));
    }
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.directory, { recursive: true });
  }
}
