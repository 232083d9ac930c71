import { distance as editDistance } from "fastest-levenshtein";
import { INSTRUCTION_KINDS, type InstructionKind } from "./instruction.ts";

/** Words of plain English for a verb of the language: a request that begins with one may be for a model. */
const ENGLISH: Readonly<Record<string, InstructionKind>> = {
  add: "create",
  make: "create",
  new: "create",
  write: "create",
  insert: "append",
  change: "replace",
  substitute: "replace",
  swap: "replace",
  move: "rename",
  remove: "delete",
  erase: "delete",
  drop: "delete",
  execute: "run",
};

/** Programs that a shell has for a verb of the language. */
const SHELL: Readonly<Record<string, InstructionKind>> = {
  touch: "create",
  sed: "replace",
  mv: "rename",
  rm: "delete",
  exec: "run",
};

const SYNONYMS: ReadonlyMap<string, InstructionKind> = new Map(Object.entries({ ...ENGLISH, ...SHELL }));

/** Returns whether a word also begins requests in plain English. */
export const isEnglish = (word: string): boolean => Object.hasOwn(ENGLISH, word.toLowerCase());

/** Returns the verb that a word probably means, or null. It is only shown, never executed. */
export function nearVerb(word: string): InstructionKind | null {
  const lower = word.toLowerCase();
  const synonym = SYNONYMS.get(lower);
  if (synonym) return synonym;
  if (lower.length > 12) return null;
  const ranked = INSTRUCTION_KINDS.map((kind) => ({ kind, distance: editDistance(lower, kind) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= (best.kind.length > 4 ? 2 : 1) ? best.kind : null;
}
