import type { RunDocument } from "../../store/runs/document.ts";
import type { Misunderstood, PlanResult } from "../workers/worker.ts";
import { findTemplate } from "../workflows/templates.ts";
import { chooseWorker } from "./choose_worker.ts";
import type { RunPort } from "../commands/ports.ts";

/** Returns the plan that can be read from a request without asking a model: that of a recipe; null for any other text. */
export function readRequest(step: RunPort, run: RunDocument, request: string): PlanResult | null {
  const choice = chooseWorker(step.ctx, run, request);
  return "worker" in choice ? choice.worker.read?.(request, modeOf(run)) ?? null : null;
}

/** Returns the mode of a run: parallel for coordinator runs, otherwise as its template says or in the written order. */
export function modeOf(run: RunDocument): "parallel" | "sequential" {
  if (run.kind === "coordinator") return "parallel";
  return findTemplate(run.workflowTemplateId ?? "sequential")?.mode ?? "sequential";
}

/** So many are not counted: a text that is no recipe at all is not read to its end. */
const MANY = 90;

/** Returns what was not understood, line by line, with what would be. */
export function describe(misunderstood: readonly Misunderstood[], help: string): string {
  const lines = misunderstood.slice(0, 5).map(({ line, text, reason }) =>
    `Line ${line}, "${text.slice(0, 200)}": ${reason}`
  );
  const left = misunderstood.length - lines.length;
  const more = left > 0 ? [`and ${left < MANY ? left : "many"} more lines.`] : [];
  return [...lines, ...more, help].join("\n");
}
