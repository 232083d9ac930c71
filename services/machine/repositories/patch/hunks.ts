import { createHash } from "node:crypto";
import { patchBytes, type PatchHunk, type PatchSection } from "./patch.ts";
import type { TreeChange } from "../git/trees.ts";
import type { Hunk } from "../git/types.ts";

/** A hunk as the manifest lists it, with its lines; no lines for a change of mode or of a whole file. */
export interface NamedHunk {
  readonly hunk: Hunk;
  readonly lines: PatchHunk | null;
}

/**
 * Returns the hunks of one path with their ids: the text hunks, after one for a change of mode, or a single one for the
 * whole file if there is no text.
 *
 * @param taken the ids used so far in the bundle; the new ones are added
 */
export function nameHunks(
  path: string,
  change: TreeChange,
  section: PatchSection,
  taken: Set<string>,
): NamedHunk[] {
  const whole = section.hunks.length === 0 || changesType(change);
  const modeHeader = `mode ${change.oldMode} => ${change.newMode}`;
  if (whole) {
    if (change.oldObject === change.newObject) {
      return [{ hunk: pseudoHunk(path, modeHeader, modeHeader, taken), lines: null }];
    }
    return [{ hunk: pseudoHunk(path, wholeHeader(change, section), section.text, taken), lines: null }];
  }
  const named = section.hunks.map((lines) => ({ hunk: textHunk(path, lines, taken), lines }));
  if (!changesMode(change)) return named;
  return [{ hunk: pseudoHunk(path, modeHeader, modeHeader, taken), lines: null }, ...named];
}

/** Whether a path exists on both sides with different modes. */
function changesMode({ oldMode, newMode }: TreeChange): boolean {
  return Number(oldMode) !== 0 && Number(newMode) !== 0 && oldMode !== newMode;
}

/** Whether a file became a symbolic link or the reverse; a patch then has two sections for it. */
export function changesType(change: TreeChange): boolean {
  return changesMode(change) && change.oldMode.slice(0, 3) !== change.newMode.slice(0, 3);
}

function wholeHeader(change: TreeChange, section: PatchSection): string {
  if (changesType(change)) return `type ${change.oldMode} => ${change.newMode}`;
  return section.binary ? "binary file" : "empty file";
}

function textHunk(path: string, lines: PatchHunk, taken: Set<string>): Hunk {
  const { oldStart, oldLines, newStart, newLines } = lines;
  const header = new TextDecoder().decode(patchBytes(lines.header));
  return { id: newId(path, lines.body, taken), header, oldStart, oldLines, newStart, newLines };
}

function pseudoHunk(path: string, header: string, body: string, taken: Set<string>): Hunk {
  return { id: newId(path, body, taken), header, oldStart: 0, oldLines: 0, newStart: 0, newLines: 0 };
}

/** Equal hunks of one file are numbered, so ids stay stable when other hunks come or go. */
function newId(path: string, body: string, taken: Set<string>): string {
  for (let occurrence = 0;; occurrence++) {
    const hash = createHash("sha256").update(`${path}\0${occurrence}\0`).update(body, "latin1");
    const id = hash.digest("hex").slice(0, 12);
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}
