import { asSentence } from "../words.ts";
import type { RunDocument } from "./document.ts";
import { type ChangesKept, describeKept } from "./kept_changes.ts";

/** Returns a run that has ended, with where a person's changes are. */
export function withChanges(run: RunDocument, kept: ChangesKept): RunDocument {
  const why = run.statusDetail === undefined ? "" : `${asSentence(run.statusDetail)} `;
  const statusDetail = why + describeKept(kept);
  return { ...run, statusDetail, keptChanges: [...run.keptChanges ?? [], kept] };
}
