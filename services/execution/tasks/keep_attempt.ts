import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { type Control, patchBetween, treeOf } from "../../machine/repositories/mod.ts";
import { recordArtifact } from "../../control/runs/artifacts.ts";
import { secretsInPatch } from "../../accounts/secrets/patch.ts";
import type { TaskAttempt } from "./attempt.ts";
import { Halted } from "../commands/interrupts.ts";
import { firstStartOf, workTree } from "../commands/task_commits.ts";

/** The files of an attempt; `record` makes them artifacts of its task session, in the caller's unit. */
export type KeptAttempt = { record: () => void };

type Kind = "patch" | "output";

const ABOUT: Record<
  Kind,
  { label: string; previewType: "diff" | "text"; summary: string; mediaType: string }
> = {
  patch: {
    label: "Patch of the task",
    previewType: "diff",
    summary: "Changes of the task, compared with its start",
    mediaType: "text/x-diff",
  },
  output: {
    label: "Command output of the task",
    previewType: "text",
    summary: "Every command of the task with its output",
    mediaType: "text/plain",
  },
};

/**
 * Stores the patch and the command output of an attempt, without known secrets. `tree` is what it left, null where it could
 * not be captured. `counts` says that the round's result includes it, which the round's evaluation judges.
 */
export async function keepAttempt(
  task: TaskAttempt,
  tree: string | null,
  counts: boolean,
): Promise<KeptAttempt> {
  const { step, id, printed } = task;
  const { ctx } = step;
  const attempt = ctx.store.documents.get(taskSessionStream, id)?.attempt ?? 1;
  const kept: { kind: Kind; content: { sha256: string; size: number }; text: string | Uint8Array }[] = [];
  const keep = async (kind: Kind, content: string | Uint8Array) => {
    if (content.length > 0) kept.push({ kind, content: await ctx.artifacts.write(content), text: content });
  };
  if (tree !== null) await keep("patch", await patchOfTask(task, tree, counts));
  await keep("output", ctx.redactor.text(printed.text));
  return {
    record: () => {
      task.there?.record();
      for (const { kind, content, text } of kept) {
        const suffix = kind === "patch" ? ".patch" : `-${kind}.txt`;
        recordArtifact(ctx, step.context(id), content, {
          path: `tasks/${id}/attempt-${attempt}${suffix}`,
          purpose: `task-${kind}`,
          ...ABOUT[kind],
          ...(counts && kind === "patch" && { round: task.round }),
          // If it counts, the run's own patch contains it.
        }, kind === "patch" && counts ? {} : { text });
      }
    },
  };
}

/** Returns the tree of a failed attempt without what git cannot track; null where the worktree can no longer be captured. */
export async function failedTree(task: TaskAttempt): Promise<string | null> {
  try {
    return await workTree(task, { lenient: true });
  } catch (cause) {
    if (cause instanceof Halted || task.signal.aborted) throw cause;
    task.step.ctx.log.error(`The changes of the failed task ${task.id} could not be stored`, cause);
    return null;
  }
}

/** The patch of a failed attempt has all that was done to the task, also before a person stepped in. */
async function patchOfTask({ step, id, control, workspace }: TaskAttempt, to: string, counts: boolean) {
  const from = await treeOf(control, counts ? workspace.commit : await firstStartOf(step, control, id));
  return await redactedPatch(step.ctx, control, { from, to }, step.signal);
}

/** The patch from one tree to another, with known secrets taken out. */
export async function redactedPatch(
  ctx: Ctx,
  control: Control,
  { from, to }: { from: string; to: string },
  signal?: AbortSignal,
): Promise<string | Uint8Array> {
  const patch = await patchBetween(control, from, to, signal);
  const { paths } = secretsInPatch(ctx, patch);
  return paths.length === 0 ? patch : ctx.redactor.text(new TextDecoder().decode(patch));
}
