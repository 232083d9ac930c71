import { InvalidError } from "../../ground/kernel/errors.ts";
import { SKILL_LIMITS } from "./limits.ts";
import type { SkillFile } from "./pack.ts";

/** Checks the paths and sizes of a skill's files. Throws `InvalidError`. */
export function checkFiles(files: readonly SkillFile[]): void {
  for (const { path } of files) checkSkillPath(path);
  const paths = files.map(({ path }) => path.normalize("NFC").toLowerCase());
  const twice = files.find((_, i) => paths.indexOf(paths[i]!) < i);
  if (twice) throw new InvalidError(`files: ${twice.path} appears twice.`);
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > SKILL_LIMITS.bytes) throw tooMuch();
  const main = files.find(({ path }) => path === "SKILL.md");
  if (!main) throw new InvalidError("There is no SKILL.md at the top of the skill.");
  if (main.bytes.length > SKILL_LIMITS.skillFileBytes) {
    throw new InvalidError(`SKILL.md has more than ${SKILL_LIMITS.skillFileBytes / 1024} KiB.`);
  }
}

/** Checks one path of a skill, relative to its directory. Throws `InvalidError`. */
export function checkSkillPath(path: string): void {
  const parts = path.split("/");
  // deno-lint-ignore no-control-regex -- these are what is refused
  const isOdd = /[\x00-\x1f\x7f\\]|^[A-Za-z]:/.test(path) ||
    parts.some((part) => part === "" || part === "." || part === "..");
  if (isOdd) throw new InvalidError(`files: "${path}" is not a plain path below the skill.`);
  if (parts.length > SKILL_LIMITS.depth) {
    throw new InvalidError(`files: ${path} is nested deeper than ${SKILL_LIMITS.depth} levels.`);
  }
}

/** Returns the error for a skill with too many files or bytes. */
export const tooMuch = (): InvalidError =>
  new InvalidError(
    `A skill has at most ${SKILL_LIMITS.files} files and ${SKILL_LIMITS.bytes / 1024 / 1024} MiB in all.`,
  );
