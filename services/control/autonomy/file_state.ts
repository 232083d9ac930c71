import { createTwoFilesPatch } from "diff";
import { defaultsStream, type StatedDefaults } from "../../../store/repositories/defaults.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { isStricter } from "../../ground/policy/dial.ts";
import type { SandboxLive } from "../../machine/processes/sandbox/mod.ts";
import { repositoryId } from "../../machine/repositories/mod.ts";
import { setDialOf, standardDial } from "./dial.ts";
import { DEFAULTS_FILE, readDefaultsFile } from "./defaults/file.ts";
import { type FileIssue, readStated } from "./defaults/read_stated.ts";
import type { RepositoryDefaults } from "./defaults/schemas.ts";

type FileState = RepositoryDefaults["file"];

const NO_FILE: FileState = {
  state: "none",
  sha256: null,
  text: null,
  difference: null,
  issues: [],
  notes: [],
  admittedAt: null,
};

/** Says whether the `.agent-harness.json` of a directory is admitted, and what is wrong or different where it is not. */
export async function fileStateOf(ctx: Ctx<SandboxLive>, root: string): Promise<FileState> {
  const admitted = ctx.store.documents.get(defaultsStream, repositoryId(root))?.file;
  const none = { ...NO_FILE, admittedAt: admitted?.admittedAt ?? null };
  const found = readDefaultsFile(root);
  if (found === null) return none;
  if ("problem" in found) return { ...none, state: "invalid", issues: withIds([atTop(found.problem)]) };
  const { sha256, text } = found;
  const read = await readStated(text);
  // Only known secrets are left out: what merely looks like a key may be what a human must see.
  const shown = ctx.redactor.facts(text);
  const difference = admitted && admitted.sha256 !== sha256 ? differenceOf(admitted.text, shown) : null;
  const file = { ...none, sha256, text: shown, difference };
  if ("issues" in read) return { ...file, state: "invalid", issues: withIds(read.issues) };
  const notes = await notesOn(ctx, root, read.states);
  if (!admitted) return { ...file, state: "proposed", notes };
  return { ...file, state: admitted.sha256 === sha256 ? "admitted" : "changed", notes };
}

const atTop = (message: string): FileIssue => ({ line: 1, column: 1, message });

const withIds = (issues: readonly FileIssue[]): FileState["issues"] =>
  issues.map((issue, i) => ({ id: `issue_${i + 1}`, ...issue }));

/** Comparing takes quadratic time in the worst case. */
const MAX_COMPARING_MILLISECONDS = 200;

/** Returns a unified diff; null if it takes too long, and the text is to be read instead. */
function differenceOf(before: string, after: string): string | null {
  const options = { timeout: MAX_COMPARING_MILLISECONDS };
  const patch = createTwoFilesPatch("admitted", DEFAULTS_FILE, before, after, undefined, undefined, options);
  return patch?.replace(/^=+\n/, "") ?? null;
}

/** What the file states in vain. */
async function notesOn(ctx: Ctx<SandboxLive>, root: string, { dial }: StatedDefaults): Promise<string[]> {
  if (dial === undefined) return [];
  const set = setDialOf(ctx, root);
  const standard = await standardDial(ctx, root);
  if ((set ?? standard) === dial || (set === null && isStricter(dial, standard))) return [];
  const why = set === null
    ? `the default here is "${standard}", and a file never allows more`
    : `a person set it to "${set}"`;
  return [`"dial": "${dial}" has no effect: ${why}.`];
}
