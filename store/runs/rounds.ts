import type { Preparation, RunDocument } from "./document.ts";

/** What is known of the same command from an earlier round stays. */
export const chosen = (before: RunDocument["preparation"], setup: Preparation | null): Preparation | null =>
  setup && before?.command === setup.command ? { ...before, ...setup } : setup;

/** Forgets what the last round produced; the tasks' own results stand in their task sessions. */
export function nextRound(run: RunDocument, round: number): RunDocument {
  const {
    result: _,
    evaluation: _1,
    bundle: _2,
    approvalId: _3,
    commandsAdmitted: _4,
    settled: _5,
    ...rest
  } = run;
  return { ...rest, round };
}

/** Forgets the base, which is pinned again. */
export function rebased(run: RunDocument): RunDocument {
  const { base: _, ...rest } = run;
  return rest;
}
