import { createHash } from "node:crypto";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { gitCommand, GitError } from "../git/git.ts";
import type { Control, ObjectFormat } from "../git/types.ts";

/** One object of git with its content, whose hash is its id. */
export type GitObject = { id: string; type: "commit" | "tree" | "blob"; content: Uint8Array };

/** The most that one file of the objects may hold: the objects, and the bytes of one of them. */
const OBJECT_LIMITS = { objects: 200_000, bytes: 64 * 1024 * 1024 } as const;

const MAX_HEADER = 200;
const READ = 256 * 1024;

/**
 * Writes commits and the objects of their trees, without any history, as `git cat-file --batch` prints them. Read them with
 * `readObjects`, which finds what is missing.
 *
 * @throws {GitError} when a commit is unknown
 */
export async function writeObjects(
  { gitDir }: Pick<Control, "gitDir">,
  commits: readonly string[],
  path: string,
): Promise<void> {
  const args = ["rev-list", "--objects", "--no-object-names", "--no-walk=unsorted", ...commits];
  await using list = gitCommand(args, { gitDir }, { stdin: "null", stdout: "piped", stderr: "piped" })
    .spawn();
  await using batch = gitCommand(["cat-file", "--batch", "--buffer"], { gitDir }, {
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const said = new Response(list.stderr).text();
  const fed = list.stdout.pipeTo(batch.stdin).catch(() => {}); // the exit code of the list says why it ended
  await Deno.writeFile(path, batch.stdout, { createNew: true, mode: 0o600 });
  await fed;
  const [{ code }, stderr] = await Promise.all([list.status, said]);
  if (code !== 0) throw new GitError(args.slice(0, 4).join(" "), code, stderr);
}

/**
 * Reads objects that `writeObjects` wrote, one after the other, and computes the id of each. Reads the file and starts no program.
 *
 * @throws {InvalidError} naming the first object that is not what its id says, appears twice or exceeds the limits
 */
export async function* readObjects(
  path: string,
  format: ObjectFormat,
  limits: { readonly objects: number; readonly bytes: number } = OBJECT_LIMITS,
): AsyncGenerator<GitObject> {
  using file = await Deno.open(path, { read: true });
  const bytes = new Bytes(file);
  const seen = new Set<string>();
  for (;;) {
    const line = await bytes.line();
    if (line === null) return;
    const [, id, type, digits] = /^([0-9a-f]{40}|[0-9a-f]{64}) (commit|tree|blob) (\d{1,15})$/.exec(line) ??
      [];
    if (id === undefined || digits === undefined || !isKept(type)) {
      throw new InvalidError(
        `After ${seen.size} objects there is "${line.slice(0, 100)}", which is no object.`,
      );
    }
    const size = Number(digits);
    if (size > limits.bytes) {
      throw new InvalidError(`The object ${id} has ${size} bytes. At most ${limits.bytes} are allowed.`);
    }
    if (seen.has(id)) throw new InvalidError(`The object ${id} appears twice.`);
    if (seen.add(id).size > limits.objects) {
      throw new InvalidError(`There are more than ${limits.objects} objects.`);
    }
    const content = await bytes.take(size + 1);
    if (content.at(-1) !== 10) throw new InvalidError(`The object ${id} is incomplete.`);
    const whole = content.subarray(0, -1);
    const hash = createHash(format).update(`${type} ${size}\0`).update(whole).digest("hex");
    if (hash !== id) throw new InvalidError(`The object ${id} does not match its id.`);
    yield { id, type, content: whole };
  }
}

const isKept = (type: string | undefined): type is GitObject["type"] =>
  type === "commit" || type === "tree" || type === "blob";

/** Reads lines and exact numbers of bytes from a file. */
class Bytes {
  #held: Uint8Array = new Uint8Array(0);

  constructor(readonly file: Deno.FsFile) {}

  /** Returns the next line, or null at the end. What is no line in reach is returned as it is, cut. */
  async line(): Promise<string | null> {
    for (;;) {
      const end = this.#held.indexOf(10);
      if (end >= 0 || this.#held.length > MAX_HEADER) {
        const line = new TextDecoder().decode(this.#held.subarray(0, end < 0 ? MAX_HEADER : end));
        this.#held = this.#held.subarray(end + 1);
        return line;
      }
      const more = await this.#read(READ);
      if (more.length === 0) return this.#held.length === 0 ? null : new TextDecoder().decode(this.#held);
      this.#held = joined(this.#held, more);
    }
  }

  /** Returns so many bytes, fewer only at the end. The place for them grows with what is there, not with what is announced. */
  async take(size: number): Promise<Uint8Array> {
    const parts = [this.#held.subarray(0, size)];
    this.#held = this.#held.subarray(parts[0]!.length);
    let left = size - parts[0]!.length;
    while (left > 0) {
      const part = await this.#read(Math.min(left, 4 * READ));
      if (part.length === 0) break;
      parts.push(part);
      left -= part.length;
    }
    return parts.length === 1 ? parts[0]! : joined(...parts);
  }

  async #read(most: number): Promise<Uint8Array> {
    const buffer = new Uint8Array(most);
    return buffer.subarray(0, await this.file.read(buffer) ?? 0);
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
