import type { Busy } from "./busy.ts";

/** What kinds of conflicts there are. */
export type ConflictKind =
  | "time_off"
  | "double_booked"
  | "overlap"
  | "buffer_violation"
  | "outside_hours"
  | "deadline_at_risk";

/** A conflict as arithmetic says it: who takes part, from when to when, and by how much. */
export type Found = {
  kind: ConflictKind;
  severity: "info" | "warning" | "high" | "critical";
  parts: Busy[];
  start: number;
  end: number;
  minutes: number;
  explain: string[];
};

/** Which conflicts are looked for: at most so many of each sort, the earliest, and only those of what concerns. */
export type Wanted = { most: number; concerns: (one: Busy) => boolean };
