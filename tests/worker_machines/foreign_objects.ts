import { sha256 } from "../../store/chain.ts";
import { temporaryDirectory } from "../temporary.ts";

/** A git repository in which objects are written byte by byte, also those that git itself would refuse. */
export class ForeignObjects implements Disposable {
  readonly #directory = temporaryDirectory();

  constructor() {
    this.#git(["init", "-q"]);
  }

  /** Writes an object of a type; returns its id. */
  write(type: "blob" | "tree" | "commit", content: string | Uint8Array): string {
    const stdin = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const args = ["hash-object", "-t", type, "-w", "--stdin", "--literally"];
    return new TextDecoder().decode(this.#git(args, stdin)).trim();
  }

  /** Writes a tree with entries of any mode and name. */
  tree(entries: readonly { mode: string; name: string; id: string }[]): string {
    const parts = entries.flatMap(({ mode, name, id }) => [
      new TextEncoder().encode(`${mode} ${name}\0`),
      Uint8Array.fromHex(id),
    ]);
    return this.write("tree", new Uint8Array(parts.flatMap((part) => [...part])));
  }

  commit(tree: string, parent: string): string {
    const by = "A <a@example.invalid> 1700000000 +0000";
    return this.write("commit", `tree ${tree}\nparent ${parent}\nauthor ${by}\ncommitter ${by}\n\nmade\n`);
  }

  /** Returns a pack with objects, and its hash. */
  pack(ids: readonly string[]): { bytes: Uint8Array<ArrayBuffer>; sha256: string } {
    const stdin = new TextEncoder().encode(ids.map((id) => `${id}\n`).join(""));
    const bytes = new Uint8Array(this.#git(["pack-objects", "--stdout", "--missing=allow-any", "-q"], stdin));
    return { bytes, sha256: sha256(bytes) };
  }

  #git(args: string[], stdin?: Uint8Array): Uint8Array {
    const file = `${this.#directory}/stdin`;
    Deno.writeFileSync(file, stdin ?? new Uint8Array());
    const { success, stdout, stderr } = new Deno.Command("sh", {
      args: ["-c", 'input=$1; shift; exec git "$@" < "$input"', "sh", file, ...args],
      cwd: this.#directory,
      clearEnv: true,
      env: { PATH: Deno.env.get("PATH") ?? "", HOME: this.#directory, GIT_CONFIG_NOSYSTEM: "1" },
    }).outputSync();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return stdout;
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.#directory, { recursive: true });
  }
}
