import { recordMemoryUse } from "../../../knowledge/memory/use.ts";
import { previewMemoryContext } from "../../../knowledge/memory/preview.ts";
import { projectContextFor } from "../../../knowledge/project_context/context_for.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { namedDirectory } from "../../../machine/repositories/mod.ts";
import { contextOf } from "../../../control/lifecycle/event_context.ts";
import { requireRun } from "../../../control/runs/read_model.ts";
import type { ModelCandidate } from "../../../sessions/models/clients/candidate.ts";
import { contextOf as contextTokensOf } from "../../../sessions/models/clients/candidate.ts";
import { tokensIn } from "../../../sessions/models/clients/cost.ts";
import type { ModelEvent } from "../../../sessions/models/clients/model_event.ts";
import { material } from "../../../sessions/models/clients/material.ts";

/** The largest part of a model's context for material beside the task. */
const PART_OF_CONTEXT = 0.25;

/** The subject of the context. */
type ContextFor = {
  ctx: Ctx;
  runId: string;
  taskSessionId?: string | undefined;
  purpose: string;
  guidanceIds: readonly string[];
  candidate: ModelCandidate;
  mark: string;
  record: (event: ModelEvent) => void;
};

/**
 * Returns what memory and the project's documents contain for a task, as text for the model, with receipts of what was given.
 * The size of the model's context limits it.
 */
export async function givenContext(task: ContextFor): Promise<string> {
  const { ctx, runId, taskSessionId, purpose, guidanceIds, candidate, mark, record } = task;
  const run = requireRun(ctx, runId);
  // What is remembered may be from after the case, and not all workers of a trial are given it.
  if (run.trial) return "";
  const budget = Math.floor(contextTokensOf(candidate) * PART_OF_CONTEXT);
  const memory = previewMemoryContext(ctx, {
    ...(taskSessionId ? { taskSessionId } : { runId }),
    budget: Math.min(2000, Math.floor(budget / 4)),
  });
  const { parts } = await projectContextFor(ctx, run.base ? namedDirectory(run.base) : run.repoPath);
  const documents = fitting(parts, budget - memory.tokens);
  const memoryRecordIds = memory.items.map(({ id }) => id);
  if (memoryRecordIds.length + documents.length + guidanceIds.length > 0) {
    const data = {
      provider: candidate.provider.id,
      model: candidate.model.id,
      purpose,
      memoryRecordIds,
      guidanceIds: [...guidanceIds],
      documents: documents.map(({ documentId, version, contentSha256, truncated }) => ({
        documentId,
        version,
        sha256: contentSha256,
        truncated,
      })),
    };
    const context = { ...contextOf(run), ...(taskSessionId && { taskSessionId }) };
    ctx.write(() => {
      record({ type: "model.context_given", data });
      recordMemoryUse(ctx, { step: purpose, recordIds: memoryRecordIds, context });
    });
  }
  return [
    ...(memory.text === "" ? [] : [`From memory:\n${material(mark, "memory", memory.text)}`]),
    ...documents.map(({ title, projectPath, content }) =>
      `A project document, maintained by its people:\n${
        material(mark, `${title} (${projectPath})`, ctx.redactor.facts(content))
      }`
    ),
  ].join("\n\n");
}

type Parts = Awaited<ReturnType<typeof projectContextFor>>["parts"];

/** Returns the first documents that fit. */
function fitting(parts: Parts, tokens: number): Parts {
  let left = tokens;
  return parts.filter(({ content }) => {
    const size = tokensIn(content);
    if (size > left) return false;
    left -= size;
    return true;
  });
}
