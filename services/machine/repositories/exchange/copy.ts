import { createHash } from "node:crypto";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { entriesOf, removeFile, replaceFile } from "../git/files.ts";
import { git, gitCommand, GitError, gitText } from "../git/git.ts";
import { makeGitDirectory } from "../git/git_directory.ts";
import type { Control, LineEndings, ObjectFormat } from "../git/types.ts";
import { type GitObject, readObjects } from "./objects.ts";
import { writePack } from "./write_pack.ts";

/** What a copy of a repository on another machine has to have in common with it. */
export type CopyShape = { prefix: string; objectFormat: ObjectFormat; lineEndings: LineEndings };

/** Creates a repository without commits, into which packs are read; one that exists is kept. */
export async function makeCopy(directory: string, shape: CopyShape): Promise<void> {
  const { prefix, objectFormat, lineEndings: { autocrlf, eol } } = shape;
  await Deno.mkdir(join(directory, prefix), { recursive: true, mode: 0o700 });
  const gitDir = join(directory, ".git");
  await makeGitDirectory(gitDir);
  const [version, extension] = objectFormat === "sha1"
    ? [0, ""]
    : [1, "[extensions]\n\tobjectFormat = sha256\n"];
  await replaceFile(
    join(gitDir, "config"),
    `[core]\n\trepositoryFormatVersion = ${version}\n\tbare = false\n\tautocrlf = ${autocrlf}\n\teol = ${eol}\n${extension}`,
  );
}

/**
 * Reads a pack into a repository that `makeCopy` made, and returns once its objects can be used.
 *
 * @throws {GitError} when the pack is damaged, or misses objects
 */
export async function readPack(directory: string, pack: string, commits: readonly string[]): Promise<void> {
  const location = { gitDir: join(directory, ".git") };
  const args = ["index-pack", "--stdin", "--fix-thin"];
  const piped = { stdin: "piped", stdout: "null", stderr: "piped" } as const;
  await using child = gitCommand(args, location, piped).spawn();
  using file = await Deno.open(pack);
  const fed = file.readable.pipeTo(child.stdin).catch(() => {}); // git says by its exit code why it ended
  const [{ code, stderr }] = await Promise.all([child.output(), fed]);
  if (code !== 0) throw new GitError(args.join(" "), code, new TextDecoder().decode(stderr));
  for (const commit of commits) await git(["cat-file", "-e", `${commit}^{tree}`], location);
}

const TYPES = { commit: 1, tree: 2, blob: 3 } as const;

/**
 * Adds objects that `writeObjects` wrote to a repository that `makeCopy` made, and checks out the first commit. The commits have
 * no history there. git only sees a pack that was written here, of objects whose ids were checked; the caller has checked the paths.
 *
 * @throws {InvalidError} what `readObjects` throws
 * @throws {GitError} when git refuses an object
 */
export async function importObjects(
  directory: string,
  path: string,
  { format, count, commits }: {
    format: ObjectFormat;
    count: number;
    commits: readonly [head: string, ...others: string[]];
  },
): Promise<void> {
  const gitDir = join(directory, ".git");
  const pack = `${directory}.pack`;
  try {
    await writePlainPack(pack, readObjects(path, format), format, count);
    await replaceFile(join(gitDir, "shallow"), commits.map((commit) => `${commit}\n`).join(""));
    await readPack(directory, pack, commits);
    await replaceFile(join(gitDir, "refs", "heads", "main"), `${commits[0]}\n`);
    await git(["read-tree", "-m", "-u", commits[0]], { gitDir, workTree: directory });
  } finally {
    await removeFile(pack);
  }
}

/** Writes a pack whose objects are all whole. See gitformat-pack(5). */
async function writePlainPack(
  path: string,
  objects: AsyncIterable<GitObject>,
  format: ObjectFormat,
  count: number,
): Promise<void> {
  using file = await Deno.open(path, { createNew: true, write: true, mode: 0o600 });
  const hash = createHash(format);
  const write = async (bytes: Uint8Array) => {
    hash.update(bytes);
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  };
  const header = new Uint8Array(12);
  header.set(new TextEncoder().encode("PACK"));
  new DataView(header.buffer).setUint32(4, 2);
  new DataView(header.buffer).setUint32(8, count);
  await write(header);
  for await (const { type, content } of objects) {
    await write(headOf(TYPES[type], content.length));
    await write(deflateSync(content, { level: 1 }));
  }
  const trailer = hash.digest();
  for (let at = 0; at < trailer.length;) at += await file.write(trailer.subarray(at));
}

/** Returns the type and size of an object: four bits of the size, then seven in each further byte. */
function headOf(type: number, size: number): Uint8Array {
  const bytes: number[] = [];
  let low = (type << 4) | (size & 15);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(low | 128);
    low = rest & 127;
  }
  return Uint8Array.from([...bytes, low]);
}

/**
 * Creates a repository whose history ends at a commit, checked out as the branch main: it has the objects that the commit
 * reaches, and no others.
 *
 * @throws {GitError} when objects are missing
 */
export async function cloneEndingAt(control: Control, commit: string, directory: string): Promise<void> {
  const { prefix, objectFormat, lineEndings } = control.repository;
  const pack = `${directory}.pack`;
  await makeCopy(directory, { prefix, objectFormat, lineEndings });
  try {
    await removeFile(pack);
    await writePack(control, { commits: [commit], have: [] }, pack);
    await readPack(directory, pack, [commit]);
  } finally {
    await removeFile(pack);
  }
  const gitDir = join(directory, ".git");
  await replaceFile(join(gitDir, "refs", "heads", "main"), `${commit}\n`);
  await git(["read-tree", "-m", "-u", commit], { gitDir, workTree: directory });
}

/** What a git directory consists of that `cloneEndingAt` made. */
const PARTS = ["HEAD", "config", "index", "info", "objects", "refs"];

/**
 * Returns what a clone has beyond the history of a commit, in sentences: objects, references, and files such as reflogs. Empty if
 * nothing in it says what came after.
 */
export async function remnantsIn(directory: string, commit: string): Promise<string[]> {
  const gitDir = join(directory, ".git");
  const stored = await gitText(["cat-file", "--batch-all-objects", "--batch-check=%(objectname)"], {
    gitDir,
  });
  const reached = new Set(
    (await gitText(["rev-list", "--objects", "--no-object-names", commit], { gitDir })).split("\n"),
  );
  const later = stored.split("\n").filter((id) => !reached.has(id));
  const refs = (await gitText(["for-each-ref", "--format=%(refname) %(objectname)"], { gitDir })).split("\n");
  const foreign = refs.filter((ref) => ref !== `refs/heads/main ${commit}`);
  const files = (await entriesOf(gitDir)).map(({ name }) => name).filter((name) => !PARTS.includes(name));
  const borrowed = (await entriesOf(join(gitDir, "objects", "info"))).map(({ name }) => name)
    .filter((name) => name === "alternates" || name === "http-alternates");
  return [
    ...later.map((id) => `the object ${id}`),
    ...foreign.map((ref) => `the reference ${ref}`),
    ...[...files, ...borrowed].map((name) => `the file .git/${name}`),
  ];
}
