import { type ChangedPath, changedPaths, type Control, patchOf } from "../repositories/mod.ts";
import { counted } from "../kernel/words.ts";
import { StepFailed } from "../commands/interrupts.ts";

const MAX_PATCH_BYTES = 1024 * 1024;
/** How many names a sentence lists; the text lists all of them. */
const LISTED = 20;

/** What a human sees before a setup command runs with network access on changed files, and what is left out. */
export type SetupEvidence = { text: string; files: number; reasons: string[] };

/**
 * Describes the difference between two trees: every changed path with its object ids, then the patch, beginning with the
 * files that the setup reads. `reasons` names what does not fit.
 *
 * @throws {StepFailed} when the change to the files that the setup reads does not fit
 */
export async function setupEvidence(
  control: Control,
  { command, from, to, inputs }: { command: string; from: string; to: string; inputs: readonly string[] },
): Promise<SetupEvidence> {
  const changes = await changedPaths(control, from, to);
  const others = changes.map(({ path }) => path).filter((path) => !inputs.includes(path));
  const read = inputs.length === 0 ? "" : await patchOf(control, from, to, inputs);
  if (read.length > MAX_PATCH_BYTES) {
    throw new StepFailed(
      "invalid_input",
      `The work changed ${
        names(inputs)
      }, which the setup command reads, and the change is too large to review. ` +
        "Ask for that change separately, in smaller steps, or run without a setup.",
    );
  }
  const rest = others.length === 0 ? "" : await patchOf(control, from, to, others);
  const shown = read.length + rest.length <= MAX_PATCH_BYTES;
  const hidden = `The patch of ${counted(others.length, "other file")} is too long to show: ${
    names(others)
  }.`;
  return {
    text: [
      command,
      "",
      "Changed since the base:",
      ...changes.map(line),
      "",
      read,
      shown ? rest : `${hidden}\n`,
    ].join("\n"),
    files: changes.length,
    reasons: [`Changed since the base: ${names([...inputs, ...others])}.`, ...(shown ? [] : [hidden])],
  };
}

/** Quotes a name, since one with a line break must not look like a separate line. */
const line = ({ path, oldMode, oldObject, newMode, newObject }: ChangedPath): string =>
  `${JSON.stringify(path)} from ${oldMode} ${oldObject} to ${newMode} ${newObject}`;

function names(paths: readonly string[]): string {
  const more = paths.length > LISTED ? `, and ${paths.length - LISTED} more` : "";
  return `${paths.slice(0, LISTED).map(plain).join(", ")}${more}`;
}

const plain = (path: string): string => /^[\w./@+ -]+$/.test(path) ? path : JSON.stringify(path);
