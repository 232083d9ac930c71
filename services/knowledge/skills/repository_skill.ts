import { sha256 } from "../../../store/chain.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";
import { limitTurns } from "../../ground/kernel/turns.ts";
import { ParseError } from "../../ground/parsing/error.ts";
import { checkFiles } from "./check_files.ts";
import { type ListedFile, readDirectory } from "./directory.ts";
import { LISTING_LIMITS } from "./limits.ts";
import { hashOfFiles, type Intake } from "./pack.ts";
import { parseSkill, skillContentOf } from "./parse.ts";
import type { SkillManifest } from "./schemas.ts";
import { withIds } from "./show.ts";

/** A skill as it was read last; its manifest is null for an invalid one. */
type Known = { stamp: string | null; hash: string; manifest: SkillManifest | null };

/** By path: reading costs time, and parsing takes a process. */
const known = new Map<string, Known>();
const MAX_KNOWN = 1000;

/** Times of files are coarse: within this time of a change, another one may not show. */
const SETTLED_AFTER_MILLISECONDS = 2000;

const takeTurn = limitTurns(LISTING_LIMITS.atOnce);

/** Returns the skill in a directory of a repository, read again only if its files changed; null for an invalid one. */
export async function readRepositorySkill(
  path: string,
  listed: readonly ListedFile[],
  now: Date,
  signal: AbortSignal,
): Promise<SkillManifest | null> {
  const stamp = listed.map((file) => file.stamp).join("\n");
  const isUnchanged = listed.every(({ changedAt }) => changedAt < now.getTime() - SETTLED_AFTER_MILLISECONDS);
  using _turn = await takeTurn();
  signal.throwIfAborted();
  const before = known.get(path);
  if (before?.stamp === stamp) return before.manifest;
  const intake = await readFiles(path, listed, signal);
  if (intake === null) return null;
  const hash = hashOfFiles(intake.files);
  const manifest = before?.hash === hash ? before.manifest : await manifestOf(intake, path, hash);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(path, { stamp: isUnchanged ? stamp : null, hash, manifest });
  return manifest;
}

async function readFiles(
  path: string,
  listed: readonly ListedFile[],
  signal: AbortSignal,
): Promise<Intake | null> {
  try {
    const intake = await readDirectory(path, listed, signal);
    checkFiles(intake.files);
    return intake;
  } catch (cause) {
    if (cause instanceof ServiceError) return null;
    throw cause;
  }
}

async function manifestOf(intake: Intake, path: string, hash: string): Promise<SkillManifest | null> {
  try {
    const read = await parseSkill(intake);
    const content = skillContentOf(intake, read);
    return content && {
      ...content,
      id: `repository_${sha256(`${hash} ${path}`).slice(0, 24)}`,
      version: null,
      source: { kind: "repository", path },
      trust: "unknown",
      state: "unknown",
      findings: withIds(read.findings),
      createdAt: null,
      updatedAt: null,
    };
  } catch (cause) {
    if (cause instanceof ParseError) return null;
    throw cause;
  }
}
