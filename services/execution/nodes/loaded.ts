import type { RunDocument } from "../../../store/runs/document.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { ownedBy } from "../../ground/kernel/owned_by.ts";
import { isTaintedAt, type RunFacts } from "../../control/workflows/graph/mod.ts";
import { libraryOf } from "../../control/workflows/library.ts";
import {
  type Expression,
  loadExpressions,
  type WorkflowDefinition,
} from "../../control/workflows/language/mod.ts";
import { requireValid } from "../../control/workflows/sources.ts";
import { StepFailed } from "../commands/interrupts.ts";

/** The workflow of a run, at its pinned version. */
export type LoadedWorkflow = {
  definition: WorkflowDefinition;
  parse: (text: string) => Expression;
  /** Whether the output of the node at a path comes from outside. */
  tainted: (path: string) => boolean;
};

const MAX_KEPT = 20;
/** What all runs of a version share. */
type LoadedVersion = Omit<LoadedWorkflow, "tainted">;

const keptOf = ownedBy<Core["store"], Map<string, Promise<LoadedVersion>>>(() => new Map());

/** Reads the workflow of a run; the same text is read once. Throws `StepFailed` where it cannot be executed. */
export async function loadWorkflow(
  service: Pick<Core, "artifacts" | "store">,
  { definitionSha256, inputsFromOutside }: RunDocument,
): Promise<LoadedWorkflow> {
  const sha256 = definitionSha256!;
  const kept = keptOf(service.store);
  let loaded = kept.get(sha256);
  if (!loaded) {
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!);
    loaded = load(service, sha256);
    kept.set(sha256, loaded);
    loaded.catch(() => kept.delete(sha256));
  }
  try {
    const { definition, parse } = await loaded;
    const tainted = (path: string) => isTaintedAt(definition, parse, path, inputsFromOutside);
    return { definition, parse, tainted };
  } catch (cause) {
    if (cause instanceof InvalidError) throw new StepFailed("invalid_input", cause.message);
    throw cause;
  }
}

async function load(service: Pick<Core, "artifacts" | "store">, sha256: string): Promise<LoadedVersion> {
  const source = await service.artifacts.readText(sha256);
  const { definition } = await requireValid(source, libraryOf(service, { alsoDeleted: true }));
  return { definition, parse: await loadExpressions() };
}

/** Returns what the expressions of a run can read besides its nodes. */
export const factsOf = (run: RunDocument, trigger: RunFacts["trigger"]): RunFacts => ({
  inputs: run.inputs ?? {},
  trigger,
  run: { id: run.id, repoPath: run.repoPath, attempt: run.attempt, round: run.round },
});
