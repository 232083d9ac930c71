import type { RunDocument } from "../../../store/runs/document.ts";
import type { Core } from "../../kernel/context.ts";
import { InvalidError } from "../../kernel/errors.ts";
import type { RunFacts } from "../../workflows/graph/mod.ts";
import {
  type Definition,
  type Expression,
  loadExpressions,
  taintedNodes,
} from "../../workflows/language/mod.ts";
import { requireValid } from "../../workflows/sources.ts";
import { StepFailed } from "../flow/interrupts.ts";

/** The workflow of a run, as it was pinned. */
export type LoadedWorkflow = {
  definition: Definition;
  parse: (text: string) => Expression;
  /** Whether what a node gives comes from outside. */
  tainted: (id: string) => boolean;
};

const MAX_KEPT = 20;
const kept = new Map<string, Promise<LoadedWorkflow>>();

/** Reads the workflow of a run; the same text is read once. Throws `StepFailed` where it cannot be executed. */
export async function loadWorkflow(
  { artifacts }: Pick<Core, "artifacts">,
  { definitionSha256 }: RunDocument,
): Promise<LoadedWorkflow> {
  const sha256 = definitionSha256!;
  let loaded = kept.get(sha256);
  if (!loaded) {
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!);
    loaded = artifacts.readText(sha256).then(load);
    kept.set(sha256, loaded);
    loaded.catch(() => kept.delete(sha256));
  }
  try {
    return await loaded;
  } catch (cause) {
    if (cause instanceof InvalidError) throw new StepFailed("invalid_input", cause.message);
    throw cause;
  }
}

async function load(source: string): Promise<LoadedWorkflow> {
  const { definition } = await requireValid(source);
  const parseNew = await loadExpressions();
  const parsed = new Map<string, Expression>();
  const parse = (text: string): Expression => {
    const known = parsed.get(text) ?? parseNew(text);
    parsed.set(text, known);
    return known;
  };
  const tainted = taintedNodes(definition.nodes, parse);
  return { definition, parse, tainted: (id) => tainted.has(id) };
}

/** What the expressions of a run read besides its nodes. */
export const factsOf = (run: RunDocument, trigger: RunFacts["trigger"]): RunFacts => ({
  inputs: run.inputs ?? {},
  trigger,
  run: { id: run.id, repoPath: run.repoPath, attempt: run.attempt, round: run.round },
});
