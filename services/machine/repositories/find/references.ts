import { Buffer } from "node:buffer";
import { join } from "node:path";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { isMissing, readSmallBytes, readSmallFile } from "../git/files.ts";

/** What HEAD points to: a branch, a commit, or both; no commit means an unborn branch. */
interface GitHead {
  readonly ref: string | null;
  readonly commit: string | null;
}

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const DEEPEST_REFERENCE = 5;
const MAX_PACKED_REFS = 1 << 28;

/**
 * Reads HEAD and the ref it names from the target's files, without running git there.
 *
 * @throws {InvalidError} when HEAD or a ref on the way is missing or malformed
 * @see gitrepository-layout(5), HEAD, refs and packed-refs; git-worktree(1), "Refs"
 */
export async function readHead(gitDir: string, commonDir: string): Promise<GitHead> {
  return await follow({ gitDir, commonDir }, await readHeadFile(gitDir), null);
}

/** Where git looks for a ref by its short name, in its order. */
const NAMESPACES = ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"];

/**
 * Returns the commit or tag that a name stands for, such as HEAD, a branch or a tag, without running git there; null without
 * such a ref.
 *
 * @see gitrevisions(7), `<refname>`
 */
export async function readName(gitDir: string, commonDir: string, name: string): Promise<string | null> {
  if (name === "HEAD" || name === "@") return (await readHead(gitDir, commonDir)).commit;
  for (const ref of NAMESPACES.map((namespace) => `${namespace}${name}`).filter(isSafeReference)) {
    const content = await readReference(gitDir, commonDir, ref);
    if (content !== null) return (await follow({ gitDir, commonDir }, content, ref)).commit;
  }
  return null;
}

type Place = { gitDir: string; commonDir: string };

async function follow({ gitDir, commonDir }: Place, start: string, from: string | null): Promise<GitHead> {
  let content = start;
  let ref = from;
  for (let depth = 0; depth <= DEEPEST_REFERENCE; depth++) {
    const value = content.trim();
    if (OBJECT_ID.test(value)) return { ref, commit: value };
    const named = value.startsWith("ref:") ? value.slice("ref:".length).trimStart() : "";
    if (!isSafeReference(named)) {
      throw new InvalidError(
        `The ref "${ref ?? "HEAD"}" in ${gitDir} contains no commit and no ref. Repair it with git.`,
      );
    }
    ref = named;
    const next = await readReference(gitDir, commonDir, named);
    if (next === null) return { ref, commit: null };
    content = next;
  }
  throw new InvalidError(
    `${from ?? "HEAD"} in ${gitDir} goes through more than ${DEEPEST_REFERENCE} symbolic refs.`,
  );
}

async function readHeadFile(gitDir: string): Promise<string> {
  const head = join(gitDir, "HEAD");
  try {
    // Very old repositories have a symbolic link here instead of a "ref:" line.
    if ((await Deno.lstat(head)).isSymlink) return `ref: ${await Deno.readLink(head)}`;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return await readSmallFile(head, 1 << 16) ?? "";
}

/** Returns the value of a ref of the target, loose or packed; null without one. */
export async function readReference(gitDir: string, commonDir: string, ref: string): Promise<string | null> {
  const perWorktree = /^refs\/(?:bisect|worktree|rewritten)\//.test(ref);
  const loose = await readSmallFile(join(perWorktree ? gitDir : commonDir, ref), 1 << 16);
  if (loose !== null || perWorktree) return loose;
  const packed = await readSmallBytes(join(commonDir, "packed-refs"), MAX_PACKED_REFS, "follow");
  return packed && packedReference(Buffer.from(packed.buffer, packed.byteOffset, packed.length), ref);
}

/** Searches the bytes: as text, the file of a repository with a million refs would hold the event loop. */
function packedReference(packed: Buffer, ref: string): string | null {
  const name = Buffer.from(` ${ref}`);
  for (let at = packed.indexOf(name); at !== -1; at = packed.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (end !== packed.length && packed[end] !== 0x0a) continue;
    return packed.toString("utf8", packed.lastIndexOf("\n", at) + 1, at);
  }
  return null;
}

/** Whether a ref name can be joined to a directory without leaving it. */
function isSafeReference(ref: string): boolean {
  return ref.startsWith("refs/") &&
    ref.split("/").every((part) =>
      part !== "" && part !== "." && !part.includes("..") && !/[\0\r\n]/.test(part)
    );
}
