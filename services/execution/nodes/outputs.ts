import type { NodeOutput } from "../../../store/task_sessions/document.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { record } from "../../ground/kernel/context.ts";
import { recordArtifact } from "../../control/runs/artifacts.ts";
import { StepFailed } from "../commands/interrupts.ts";
import type { RunPort } from "../commands/ports.ts";

/** The size limits in bytes for the output of one node and of all nodes of a run together. */
export const MAX_OUTPUT_BYTES = 64 * 1024;
const MAX_OUTPUTS_BYTES = 4 * 1024 * 1024;
const MAX_PREVIEW_CHARACTERS = 200;

/** As deep as the body of a request may be: what is recursive could not follow any depth. */
const MAX_DEPTH = 64;

/** Returns whether a value is nested more deeply than an output may be. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((each) => typeof each === "object" && each !== null ? Object.values(each) : []);
  }
  return false;
}

/** A stored output; `record` records it for a task session in the caller's unit. */
type StoredOutput = { record: () => void };

/** Stores the output of a node without known secrets. Throws `StepFailed` where it is too large or too deep. */
export async function keepOutput(
  step: RunPort,
  { id, taskId, attempt }: TaskSessionDocument,
  value: unknown,
  tainted: boolean,
): Promise<StoredOutput> {
  const { ctx } = step;
  if (isTooDeep(value)) {
    throw new StepFailed("invalid_input", `"${taskId}" returned more than ${MAX_DEPTH} nested levels.`);
  }
  const text = ctx.redactor.facts(JSON.stringify(value ?? null));
  const content = await ctx.artifacts.write(text);
  const others = step.sessions().reduce(
    (sum, other) => sum + (other.id === id ? 0 : other.output?.size ?? 0),
    0,
  );
  if (content.size > MAX_OUTPUT_BYTES || others + content.size > MAX_OUTPUTS_BYTES) {
    throw new StepFailed(
      "invalid_input",
      `"${taskId}" returned ${content.size} bytes. A node may return at most ${MAX_OUTPUT_BYTES}, and all nodes of a run ` +
        `${MAX_OUTPUTS_BYTES}. Write larger output to a file.`,
    );
  }
  const preview = text.slice(0, MAX_PREVIEW_CHARACTERS);
  const data: NodeOutput = { ...content, preview, tainted };
  return {
    record: () => {
      recordArtifact(ctx, step.context(id), content, {
        path: `outputs/${taskId}-${attempt}.json`,
        purpose: "output",
        previewType: "json",
        label: `Output of ${taskId}`,
        summary: preview,
        mediaType: "application/json",
      });
      record(ctx, taskSessionStream, id, [{ type: "task_session.output_recorded", data }], step.context(id));
    },
  };
}

/** Reads the outputs of nodes; the same content is read once. */
export class Outputs {
  readonly #read = new Map<string, unknown>();

  constructor(readonly step: RunPort) {}

  async of({ output }: TaskSessionDocument): Promise<unknown> {
    if (!output) return undefined;
    if (!this.#read.has(output.sha256)) {
      this.#read.set(output.sha256, JSON.parse(await this.step.ctx.artifacts.readText(output.sha256)));
    }
    return this.#read.get(output.sha256);
  }
}
