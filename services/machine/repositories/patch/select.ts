import { createHash } from "node:crypto";
import { InvalidError, UnavailableError } from "../../../ground/kernel/errors.ts";
import { parseSections } from "./bundle.ts";
import { git, gitText } from "../git/git.ts";
import { changesType, type NamedHunk, nameHunks } from "./hunks.ts";
import { patchBytes, type PatchHunk, patchText } from "./patch.ts";
import { decodePath } from "../git/paths.ts";
import { diffTrees, editTree, type TreeChange, type TreeEdit } from "../git/trees.ts";
import type { BundleManifest, Control } from "../git/types.ts";

/**
 * Returns the base tree with exactly the accepted hunks applied. Their lines are inserted at the positions that the patch
 * states, never searched for, so nothing lands elsewhere than reviewed.
 *
 * @throws {InvalidError} naming an id that is not in the bundle, or when the patch is not the reviewed one
 * @throws {UnavailableError} when an object of the base is missing
 */
export async function selectHunks(
  control: Control,
  manifest: BundleManifest,
  patch: Uint8Array,
  acceptedHunkIds: readonly string[],
): Promise<string> {
  if (createHash("sha256").update(patch).digest("hex") !== manifest.patchSha256) {
    throw new InvalidError(`The patch is not the reviewed one, whose SHA-256 is ${manifest.patchSha256}.`);
  }
  const accepted = new Set(acceptedHunkIds);
  const changes = await diffTrees(control, manifest.baseTree, manifest.resultTree);
  const sections = parseSections(patch, changes);
  const taken = new Set<string>();
  const edits: TreeEdit[] = [];
  for (const [index, change] of changes.entries()) {
    const section = sections[index];
    if (section === undefined) continue;
    const hunks = nameHunks(decodePath(change.rawPath) ?? "", change, section, taken);
    const edit = await selectInFile(control, change, hunks, accepted);
    if (edit !== null) edits.push(edit);
  }
  const unknown = acceptedHunkIds.find((id) => !taken.has(id));
  if (unknown !== undefined) {
    throw new InvalidError(
      `There is no hunk "${unknown}" in this bundle. Use the ids listed in files[].hunks[].`,
    );
  }
  return await editTree(control, manifest.baseTree, edits);
}

async function selectInFile(
  control: Control,
  change: TreeChange,
  hunks: readonly NamedHunk[],
  accepted: ReadonlySet<string>,
): Promise<TreeEdit | null> {
  const chosen = hunks.filter(({ hunk }) => accepted.has(hunk.id));
  if (chosen.length === 0) return null;
  const { newMode, oldMode, newObject, oldObject, rawPath } = change;
  if (chosen.length === hunks.length) return { mode: newMode, object: newObject, rawPath };
  // Only a file that exists on both sides has more than one hunk, so this is modified text.
  const mode = chosen.some(({ lines }) => lines === null) && !changesType(change) ? newMode : oldMode;
  const lines = chosen.flatMap(({ lines }) => lines === null ? [] : [lines]);
  const before = patchText(await git(["cat-file", "blob", oldObject], { gitDir: control.gitDir }));
  const object = await gitText(["hash-object", "-w", "-t", "blob", "--no-filters", "--stdin"], {
    gitDir: control.gitDir,
    stdin: patchBytes(applyHunks(before, lines)),
  });
  return { mode, object, rawPath };
}

/**
 * Returns a text with some hunks applied at their exact places.
 *
 * @throws {UnavailableError} when the text is not the one the hunks were made from
 */
function applyHunks(before: string, hunks: readonly PatchHunk[]): string {
  const lines = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const parts: string[] = [];
  let position = 0;
  for (const hunk of hunks) {
    // A hunk without old lines names the line before it, the others their first line.
    const start = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
    const { oldText, newText } = sides(hunk.body);
    const old = lines.slice(start, start + hunk.oldLines).join("");
    if (start < position || old !== oldText) {
      throw new UnavailableError("A hunk does not match the file it was made from.");
    }
    parts.push(lines.slice(position, start).join(""), newText);
    position = start + hunk.oldLines;
  }
  return [...parts, lines.slice(position).join("")].join("");
}

function sides(body: string): { oldText: string; newText: string } {
  const [oldParts, newParts]: [string[], string[]] = [[], []];
  let last = "";
  for (const line of body.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const kind = line[0];
    if (kind === "\\") {
      if (last !== "+") oldParts.push((oldParts.pop() ?? "").slice(0, -1));
      if (last !== "-") newParts.push((newParts.pop() ?? "").slice(0, -1));
      continue;
    }
    if (kind !== "+") oldParts.push(line.slice(1));
    if (kind !== "-") newParts.push(line.slice(1));
    last = kind ?? "";
  }
  return { oldText: oldParts.join(""), newText: newParts.join("") };
}
