import { type Control, mergeResults } from "../repositories/mod.ts";
import { StepFailed } from "./interrupts.ts";
import type { RunPort } from "./ports.ts";

/** Returns the commit that an attempt of a task begins from: what was there when it was interrupted, or the task's start. */
export async function startOf(step: RunPort, control: Control, id: string): Promise<string> {
  const session = step.sessions().find((candidate) => candidate.id === id)!;
  return session.resumeFrom?.commit ?? await firstStartOf(step, control, id);
}

/** Returns the commit that a task begins from: what rework builds on, the results of its dependencies, or the run's base. */
export async function firstStartOf(step: RunPort, control: Control, id: string): Promise<string> {
  const sessions = step.sessions();
  const session = sessions.find((candidate) => candidate.id === id)!;
  if (session.startCommit) return session.startCommit;
  const base = step.run().base!.commit;
  const results = sessions.filter((other) => session.dependsOn.includes(other.taskId)).map((other) =>
    other.result!.commit
  );
  const merged = await mergeResults(control, base, results, step.run().createdAt);
  if ("conflicts" in merged) throw new StepFailed("apply_conflict", conflict(merged.conflicts));
  return merged.commit;
}

/** Returns the sentence about paths on which two results conflict. */
export const conflict = (paths: readonly string[]): string =>
  `Two tasks made conflicting changes to ${paths.slice(0, 10).join(", ")}. Ask for them in separate runs.`;
