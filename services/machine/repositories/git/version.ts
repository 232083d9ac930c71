import { UnavailableError } from "../../../ground/kernel/errors.ts";
import { gitText } from "./git.ts";

const OLDEST = [2, 38] as const;

let checked: Promise<void> | undefined;

/**
 * Checks, once per process, that the installed git can merge without a working tree.
 *
 * @throws {UnavailableError} when git is missing or older than 2.38 (the first with `merge-tree --write-tree`)
 */
export function requireGit(): Promise<void> {
  checked ??= gitText(["version"]).then(checkVersion).catch((error) => {
    checked = undefined;
    throw error;
  });
  return checked;
}

/**
 * Checks what `git version` printed.
 *
 * @throws {UnavailableError} when that version is older than 2.38 or cannot be read
 */
export function checkVersion(printed: string): void {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(printed) ?? [];
  const newEnough = Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1]);
  if (newEnough) return;
  throw new UnavailableError(`The installed git ("${printed}") is too old. Install git 2.38 or newer.`);
}
