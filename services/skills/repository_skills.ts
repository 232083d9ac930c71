import { join } from "node:path";
import { sha256 } from "../../store/chain.ts";
import { repositoryStream } from "../../store/repositories/stream.ts";
import type { Core } from "../kernel/context.ts";
import { ServiceError } from "../kernel/errors.ts";
import { ParseError } from "../parsing/error.ts";
import { takeFiles } from "./intake.ts";
import { hashOfFiles, type Intake } from "./pack.ts";
import { contentOf, parseSkill } from "./parse.ts";
import { allSkills } from "./read_model.ts";
import type { SkillManifest } from "./schemas.ts";
import { withIds } from "./show.ts";

/** Where repositories keep skills, by the conventions of the tools that read them. */
const PLACES = [".agents/skills", ".claude/skills"] as const;

const MAX_REPOSITORIES = 100;
const MAX_SKILLS = 50;

/** Parsed skills by the hash of their files, because parsing takes a process. Null for an invalid one. */
const parsed = new Map<string, SkillManifest | null>();
const MAX_PARSED = 1000;

/**
 * Returns the skills in repositories that a human has allowed. They are not used: a repository's owner does not own
 * this machine. Importing one allows exactly its hash, and then it is listed as imported instead.
 */
export async function repositorySkills(service: Pick<Core, "store">): Promise<SkillManifest[]> {
  const imported = new Set(allSkills(service).map(({ contentSha256 }) => contentSha256));
  const repositories = service.store.documents.find(repositoryStream, {}, { limit: MAX_REPOSITORIES });
  const found: SkillManifest[] = [];
  for (const { root } of repositories) {
    for (const path of skillsIn(root)) {
      const skill = await readSkillAt(path);
      if (skill !== null && !imported.has(skill.contentSha256)) found.push(skill);
    }
  }
  return found;
}

/** The directories in a repository that may be skills; links are skipped, since they may lead anywhere. */
function skillsIn(root: string): string[] {
  return PLACES.flatMap((place) => {
    try {
      // Every part of the path is checked: a link in it would lead out of the repository.
      const parts = place.split("/").map((_, i, all) => join(root, ...all.slice(0, i + 1)));
      if (!parts.every((part) => Deno.lstatSync(part).isDirectory)) return [];
      return [...Deno.readDirSync(join(root, place))].filter(({ isDirectory }) => isDirectory)
        .map(({ name }) => join(root, place, name)).toSorted().slice(0, MAX_SKILLS);
    } catch {
      return []; // most repositories have none
    }
  });
}

async function readSkillAt(path: string): Promise<SkillManifest | null> {
  let intake: Intake;
  try {
    intake = await takeFiles({ directory: path });
  } catch (cause) {
    if (cause instanceof ServiceError) return null;
    throw cause;
  }
  const hash = hashOfFiles(intake.files);
  const key = `${hash} ${path}`;
  if (!parsed.has(key)) {
    if (parsed.size >= MAX_PARSED) parsed.clear();
    parsed.set(key, await manifestOf(intake, path, hash));
  }
  return parsed.get(key)!;
}

async function manifestOf(intake: Intake, path: string, hash: string): Promise<SkillManifest | null> {
  try {
    const read = await parseSkill(intake);
    const content = contentOf(intake, read);
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
