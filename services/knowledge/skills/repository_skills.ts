import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { repositoryStream } from "../../../store/repositories/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";
import { type DirectoryOptions, isTooLong, listDirectory, type ListedFile } from "./directory.ts";
import { LISTING_LIMITS } from "./limits.ts";
import { allSkills } from "./read_model.ts";
import { readRepositorySkill } from "./repository_skill.ts";
import type { SkillManifest } from "./schemas.ts";

/** Where repositories keep skills, by the conventions of the tools that read them. */
const PLACES = [".agents/skills", ".claude/skills"] as const;

const MAX_SKILLS_IN_PLACE = 50;

/** A directory of a repository that may be a skill, not yet read. */
type Candidate = { path: string; files: ListedFile[] };

/**
 * Returns the skills in repositories that a human has allowed, up to the limits of a listing. They are not used: a
 * repository's owner does not own this machine. Importing one allows exactly its hash, and lists it as imported instead.
 */
export async function repositorySkills(
  service: Pick<Core, "store" | "now">,
  signal: AbortSignal,
): Promise<SkillManifest[]> {
  const candidates = await findCandidates(service, signal);
  const found = await Promise.all(
    candidates.map(({ path, files }) => readRepositorySkill(path, files, service.now(), signal)),
  );
  const imported = new Set(allSkills(service).map(({ contentSha256 }) => contentSha256));
  return found.filter((skill) => skill !== null).filter(({ contentSha256 }) => !imported.has(contentSha256));
}

/** Stops at the first skill that exceeds a limit, so that the same ones are listed every time. */
async function findCandidates({ store }: Pick<Core, "store">, signal: AbortSignal): Promise<Candidate[]> {
  const { repositories, skills, entries: maxEntries, bytes: maxBytes } = LISTING_LIMITS;
  const candidates: Candidate[] = [];
  let entries = 0;
  let bytes = 0;
  for (const { root } of store.documents.find(repositoryStream, {}, { limit: repositories })) {
    for (const path of await skillsIn(root)) {
      signal.throwIfAborted();
      const files = await listCandidate(path, { signal, onEntry: () => entries++ });
      bytes += files.reduce((sum, { size }) => sum + size, 0);
      if (candidates.length >= skills || entries > maxEntries || bytes > maxBytes) return candidates;
      if (files.length > 0) candidates.push({ path, files });
    }
  }
  return candidates;
}

/** Returns the directories in a repository that may be skills; links are skipped, since they may lead anywhere. */
async function skillsIn(root: string): Promise<string[]> {
  const found = await Promise.all(PLACES.map(async (place) => {
    try {
      // Every part of the path is checked: a link in it would lead out of the repository.
      const parts = place.split("/").map((_, i, all) => join(root, ...all.slice(0, i + 1)));
      for (const part of parts) if (!(await lstat(part)).isDirectory()) return [];
      if (await isTooLong(join(root, place))) return [];
      const entries = await readdir(join(root, place), { withFileTypes: true });
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(root, place, name))
        .toSorted().slice(0, MAX_SKILLS_IN_PLACE);
    } catch {
      return []; // most repositories have none
    }
  }));
  return found.flat();
}

/** Returns no files for a directory that cannot be a skill. */
async function listCandidate(path: string, options: DirectoryOptions): Promise<ListedFile[]> {
  try {
    return await listDirectory(path, options);
  } catch (cause) {
    if (cause instanceof ServiceError) return [];
    throw cause;
  }
}
