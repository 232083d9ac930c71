import { shellWord } from "./shell_word.ts";

/** The number of new files up to which the command names each. */
const MAX_NAMED = 20;

/** What the command needs to know of a changed file. */
type Changed = { path: string; change: string };

/**
 * Returns the command that shows an applied patch. Plain `git diff` leaves out new files, so they are announced to git first,
 * by name and without their content; many are listed instead.
 */
export function viewApplied(root: string, files: readonly Changed[]): string {
  const git = `git -C ${shellWord(root)}`;
  const added = files.filter(({ change }) => change === "added").map(({ path }) => shellWord(path));
  if (added.length === 0) return `${git} diff`;
  if (added.length > MAX_NAMED) return `${git} diff && ${git} status --short --untracked-files=all`;
  return `${git} add --intent-to-add -- ${added.join(" ")} && ${git} diff`;
}
