import { join } from "node:path";
import { InvalidError } from "../../kernel/errors.ts";
import { isMissing, readSmallFile } from "../files.ts";

/** What HEAD points to: a branch, a commit, or both; no commit means an unborn branch. */
export interface Head {
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
export async function readHead(gitDir: string, commonDir: string): Promise<Head> {
  let content = await readHeadFile(gitDir);
  let ref: string | null = null;
  for (let depth = 0; depth <= DEEPEST_REFERENCE; depth++) {
    const value = content.trim();
    if (OBJECT_ID.test(value)) return { ref, commit: value };
    const named = /^ref:\s*(.+)$/.exec(value)?.[1];
    if (named === undefined || !isSafeReference(named)) {
      throw new InvalidError(
        `The ref "${ref ?? "HEAD"}" in ${gitDir} contains no commit and no ref. Repair it with git.`,
      );
    }
    ref = named;
    const next = await readReference(gitDir, commonDir, named);
    if (next === null) return { ref, commit: null };
    content = next;
  }
  throw new InvalidError(`HEAD in ${gitDir} goes through more than ${DEEPEST_REFERENCE} symbolic refs.`);
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
  const packed = await readSmallFile(join(commonDir, "packed-refs"), MAX_PACKED_REFS) ?? "";
  const end = `\n${packed}\n`.indexOf(` ${ref}\n`);
  if (end === -1) return null;
  return `\n${packed}`.slice(0, end).split("\n").at(-1) ?? null;
}

/** Whether a ref name can be joined to a directory without leaving it. */
function isSafeReference(ref: string): boolean {
  return ref.startsWith("refs/") &&
    ref.split("/").every((part) =>
      part !== "" && part !== "." && !part.includes("..") && !part.includes("\0")
    );
}
