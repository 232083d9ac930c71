import { join } from "node:path";
import { sha256 } from "../../store/chain.ts";
import type { SentTree } from "../../services/workforce/worker_machines/wire/mod.ts";

/** Files of a repository, as a commit of it. */
type Files = { commit: string; tree: string };
/** A file to write. */
export type Written = { path: string; content: string };
/** A pack to send, and what to say of it. */
export type Packed = { files: SentTree; bytes: Uint8Array<ArrayBuffer> };

/** Writes files onto a tree, and prints the commit and the tree; the pack is left in a file. */
const WRITE = `
set -e
export GIT_INDEX_FILE="$1/index" GIT_AUTHOR_DATE="$5" GIT_COMMITTER_DATE="$5"
rm -f "$GIT_INDEX_FILE"
git read-tree "$3"
for name in "$1"/written/*; do
  blob=$(git hash-object -w "$name/content")
  git update-index --add --cacheinfo "100644,$blob,$(cat "$name/path")"
done
tree=$(git write-tree)
commit=$(git commit-tree "$tree" -p "$2" -m "$4")
printf '%s\\n' "$commit" "^$2" | git pack-objects --revs --stdout -q > "$1/pack"
echo "$commit $tree"
`;

/** Where worker machines have git objects: what they were sent, and what they make of it. */
export class MachineFiles {
  readonly #directory: string;

  constructor(root: string) {
    this.#directory = join(root, "machines");
    Deno.mkdirSync(this.#directory);
    this.#run(["git", "init", "-q", "--bare", "."]);
  }

  /** Takes over a pack. */
  unpack(pack: Uint8Array): void {
    const path = join(this.#directory, "received");
    Deno.writeFileSync(path, pack);
    this.#run(["sh", "-c", 'git unpack-objects -q < "$0"', path]);
  }

  /** Whether a tree has a file. */
  has({ tree }: Files, path: string): boolean {
    return this.#run(["git", "ls-tree", tree, "--", path]) !== "";
  }

  /** Packs what one makes of files by writing others. */
  pack({ commit, tree }: Files, written: readonly Written[], name: string): Packed {
    const place = join(this.#directory, "made");
    Deno.mkdirSync(place);
    try {
      for (const [index, { path, content }] of written.entries()) {
        const own = join(place, "written", String(index));
        Deno.mkdirSync(own, { recursive: true });
        Deno.writeTextFileSync(join(own, "path"), path);
        Deno.writeTextFileSync(join(own, "content"), content);
      }
      const date = "1700000000 +0000";
      const said = this.#run(["sh", "-c", WRITE, "sh", place, commit, tree, name, date]);
      const [made = "", left = ""] = said.split(" ");
      const bytes = Deno.readFileSync(join(place, "pack"));
      const hash = sha256(bytes);
      return { files: { commit: made, tree: left, pack: { sha256: hash, parts: [hash] } }, bytes };
    } finally {
      Deno.removeSync(place, { recursive: true });
    }
  }

  #run([program = "", ...args]: string[]): string {
    const { success, stdout, stderr } = new Deno.Command(program, {
      args,
      cwd: this.#directory,
      clearEnv: true,
      env: {
        PATH: Deno.env.get("PATH") ?? "",
        HOME: this.#directory,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_DIR: this.#directory,
        GIT_AUTHOR_NAME: "m",
        GIT_AUTHOR_EMAIL: "m@example.invalid",
        GIT_COMMITTER_NAME: "m",
        GIT_COMMITTER_EMAIL: "m@example.invalid",
      },
    }).outputSync();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout).trim();
  }
}
