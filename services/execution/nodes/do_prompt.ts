import { fencedIn } from "../../sessions/models/clients/mod.ts";
import { readSchema, type WorkflowNode } from "../../control/workflows/language/mod.ts";
import type { Worker, WorkerOutcome } from "../../workforce/workers/worker.ts";

type Prompt = Extract<WorkflowNode, { kind: "prompt" }>;

/** A worker whose answer must match a schema: it gets the schema, and one more attempt if the answer does not match. */
export function withSchema(
  worker: Worker,
  { with: { outputSchema } }: Prompt,
  give: (value: unknown) => void,
  fail: () => void,
): Worker {
  if (!outputSchema) {
    return {
      ...worker,
      perform: async (task) => {
        const outcome = await worker.perform(task);
        if (outcome.ok) give({ text: outcome.summary });
        return outcome;
      },
    };
  }
  const format = `Answer with one JSON value, and nothing else, that fits this JSON Schema: ${
    JSON.stringify(outputSchema)
  }`;
  return {
    ...worker,
    perform: async (task) => {
      const first = await worker.perform({ ...task, instructions: `${task.instructions}\n\n${format}` });
      const read = check(first, outputSchema);
      if ("outcome" in read) return read.outcome;
      if ("value" in read) return withOutput(first, read.value);
      const again = await worker.perform({
        ...task,
        instructions: `Your answer does not fit: ${read.fault}\n${format}`,
      });
      const repaired = check(again, outputSchema);
      if ("outcome" in repaired) return repaired.outcome;
      if ("value" in repaired) return withOutput(again, repaired.value);
      fail();
      return {
        ok: false,
        reason: "invalid_input",
        detail: `The answer does not match outputSchema: ${repaired.fault}`,
      };
    },
  };

  function withOutput(outcome: WorkerOutcome, value: unknown): WorkerOutcome {
    give(value);
    return outcome;
  }
}

type Checked = { outcome: WorkerOutcome } | { value: unknown } | { fault: string };

function check(outcome: WorkerOutcome, outputSchema: Record<string, unknown>): Checked {
  if (!outcome.ok) return { outcome };
  const schema = readSchema(outputSchema);
  if ("fault" in schema) return schema;
  const block = fencedIn(outcome.summary) ?? outcome.summary;
  try {
    return schema.check(JSON.parse(block));
  } catch {
    return { fault: "It is not JSON." };
  }
}
