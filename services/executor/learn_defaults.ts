import { type DefaultName, defaultsStream } from "../../store/repositories/defaults.ts";
import type { RunDocument } from "../../store/runs/document.ts";
import { defaultOf } from "../autonomy/defaults/mod.ts";
import { record } from "../kernel/context.ts";
import { namedDirectory } from "../repositories/mod.ts";
import { isFromAgent } from "../runs/origin.ts";
import type { StepContext } from "./flow/step_context.ts";

/**
 * Remembers what a person named in a run that delivered something, as defaults of its repository: the verifier that passed and
 * the worker. What a person withdrew since the run was requested stays withdrawn, and existing defaults are kept. A setup is
 * remembered once it has succeeded.
 */
export function learnDefaults(step: StepContext, run: RunDocument): void {
  const { ctx } = step;
  const { base, kind, createdBy, automationId, verifier, worker, evaluation } = run;
  if (!base || kind !== "coordinator" || createdBy !== "operator" || automationId) return;
  if (!run.appliedAt && !run.delivery) return;
  const named: Partial<Record<DefaultName, string>> = {
    ...(verifier && evaluation?.outcome === "passed" && !isFromAgent(run, "verifier") &&
      { verifier: verifier.command }),
    ...(worker && !isFromAgent(run, "worker") &&
      { worker: [worker.provider, worker.model].filter((part) => part !== undefined).join("/") }),
  };
  const root = namedDirectory(base);
  const { learnt = {}, withdrawnAt = {} } = ctx.store.documents.get(defaultsStream, base.repositoryId) ?? {};
  const values = Object.fromEntries(
    (Object.entries(named) as [DefaultName, string][]).filter(([name, value]) =>
      defaultOf(ctx, root, name)?.value !== value && learnt[name]?.value !== value &&
      run.createdAt > (withdrawnAt[name] ?? "")
    ),
  );
  if (Object.keys(values).length === 0) return;
  record(ctx, defaultsStream, base.repositoryId, [
    { type: "defaults.learnt", data: { root, values } },
  ], step.context());
}
