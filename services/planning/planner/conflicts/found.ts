import type { Busy } from "./busy.ts";
import type { PlannerConflict } from "./schemas.ts";

/** A computed conflict: the entries, the time, and the amount. */
export type FoundConflict = {
  kind: PlannerConflict["kind"];
  severity: PlannerConflict["severity"];
  parts: Busy[];
  /** What identifies it; without them the names of its parts. */
  names?: readonly string[];
  start: number;
  end: number;
  minutes: number;
  explain: string[];
};

/** Limits of the search: how many of each kind, the earliest first, and only those about certain entries. */
export type ConflictLimits = { most: number; concerns: (one: Busy) => boolean };
