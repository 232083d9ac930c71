import { distance as editDistance } from "fastest-levenshtein";
import { INSTRUCTION_KINDS, type InstructionKind } from "./instruction.ts";

/** Words that people use for a verb of the language. */
const SYNONYMS: Readonly<Record<string, InstructionKind>> = {
  add: "create",
  make: "create",
  new: "create",
  write: "create",
  touch: "create",
  insert: "append",
  change: "replace",
  substitute: "replace",
  swap: "replace",
  sed: "replace",
  move: "rename",
  mv: "rename",
  remove: "delete",
  rm: "delete",
  erase: "delete",
  drop: "delete",
  execute: "run",
  exec: "run",
  start: "run",
};

/** Returns the verb that a word probably means, or null. It is only shown, never executed. */
export function nearVerb(word: string): InstructionKind | null {
  const lower = word.toLowerCase();
  const synonym = Object.hasOwn(SYNONYMS, lower) ? SYNONYMS[lower] : undefined;
  if (synonym) return synonym;
  if (lower.length > 12) return null;
  const ranked = INSTRUCTION_KINDS.map((kind) => ({ kind, distance: editDistance(lower, kind) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= (best.kind.length > 4 ? 2 : 1) ? best.kind : null;
}
