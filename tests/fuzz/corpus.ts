import { createHash } from "node:crypto";
import { join } from "node:path";

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 24);

/**
 * The inputs that reached something new, and what was reached. With a directory, each is written there at once, so that a later
 * trial goes on from it.
 */
export class Corpus {
  readonly entries: string[] = [];
  readonly #reached = new Set<string>();
  readonly #inputs = new Set<string>();

  /** Opens the corpus of a directory, which is made; null keeps it in memory alone. */
  constructor(readonly directory: string | null) {
    if (directory === null) return;
    Deno.mkdirSync(join(directory, "inputs"), { recursive: true });
    for (const { name } of [...Deno.readDirSync(join(directory, "inputs"))].sort(byName)) {
      this.#keep(Deno.readTextFileSync(join(directory, "inputs", name)));
    }
    try {
      for (const line of Deno.readTextFileSync(this.#list).split("\n")) if (line) this.#reached.add(line);
    } catch (cause) {
      if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    }
  }

  get #list(): string {
    return join(this.directory!, "reached");
  }

  /** How much was ever reached. */
  get size(): number {
    return this.#reached.size;
  }

  /** Records what an input reached, and returns whether some of it is new; the input is kept then. */
  add(input: string, reached: readonly string[]): boolean {
    const news = reached.map(digest).filter((each) => !this.#reached.has(each));
    if (news.length === 0) return false;
    for (const each of news) this.#reached.add(each);
    this.#keep(input);
    if (this.directory === null) return true;
    Deno.writeTextFileSync(join(this.directory, "inputs", digest(input)), input);
    Deno.writeTextFileSync(this.#list, news.map((each) => `${each}\n`).join(""), { append: true });
    return true;
  }

  #keep(input: string): void {
    if (this.#inputs.has(input)) return;
    this.#inputs.add(input);
    this.entries.push(input);
  }
}

const byName = (a: { name: string }, b: { name: string }): number => a.name < b.name ? -1 : 1;

/** Writes an input that showed a fault, with what was wrong, and returns where; null without a directory. */
export function keepFault(directory: string | null, input: string, fault: string): string | null {
  if (directory === null) return null;
  Deno.mkdirSync(join(directory, "faults"), { recursive: true });
  const path = join(directory, "faults", digest(fault));
  Deno.writeTextFileSync(path, `${fault}\n\n${input}\n`);
  return path;
}
