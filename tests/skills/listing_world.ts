import { TestRepository } from "../git.ts";
import type { Harness } from "../harness.ts";
import { plain } from "./skill_files.ts";

const FILES = 20;

/** How many skills the repository has, and the size of each file beside them. */
export const SKILLS = 12;
export const FILE_BYTES = 32 * 1024;
/** The size of one skill, and of all of them, without their `SKILL.md`. */
export const SKILL_BYTES = FILES * FILE_BYTES;
export const ALL_BYTES = SKILLS * SKILL_BYTES;

/** Returns a repository whose skills together have `ALL_BYTES` bytes, and a few more. */
export function repositoryOfSkills(): TestRepository {
  const text = "plain words\n".repeat(FILE_BYTES / 12 + 1).slice(0, FILE_BYTES);
  const files = Array.from({ length: SKILLS }, (_, i) => {
    const place = `.claude/skills/skill-${i + 10}`;
    const more = Array.from({ length: FILES }, (_, j) => [`${place}/notes-${j}.md`, text]);
    return [[`${place}/SKILL.md`, plain(`skill-${i + 10}`)], ...more];
  });
  return TestRepository.make({ "a.txt": "hello\n", ...Object.fromEntries(files.flat()) });
}

/** Admits a repository by a run in it. */
export async function admit(h: Harness, repository: TestRepository): Promise<void> {
  const body = { request: 'append "x" to a.txt', repoPath: repository.root };
  const { id } = await h.operator("POST /coordinator/runs", { body });
  await h.settled(id);
}
