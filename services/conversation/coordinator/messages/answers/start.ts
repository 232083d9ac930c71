import { conversationStream } from "../../../../../store/coordinator/stream.ts";
import { sha256 } from "../../../../../store/chain.ts";
import type { RunDocument } from "../../../../../store/runs/document.ts";
import { taskSessionStream } from "../../../../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../../../../ground/kernel/context.ts";
import { parseRecipe } from "../../../../workforce/recipes/parse.ts";
import { decideRequest } from "../../../../ground/policy/decide.ts";
import { InvalidError } from "../../../../ground/kernel/errors.ts";
import { queueRun } from "../../../../control/runs/create.ts";
import { resolveRepoPath } from "../../../../machine/repositories/repo_path.ts";
import { activateRun } from "../../create.ts";
import { writeDesign } from "./design.ts";
import { type Focus, lastRunOf, pendingOf } from "../../focus.ts";
import type { MessageIntent } from "../words/intent.ts";
import { sharedPaths } from "./overlap.ts";
import { planOf } from "./request_plan.ts";
import { askBack, type CoordinatorReply, type MessageResult, type ReplyContext } from "../../situation.ts";
import { guide } from "./guide.ts";
import type { ExecutorLive } from "../../../../execution/commands/live.ts";

type Start = Extract<MessageIntent, { kind: "start" }>;

/** Starts work, or gives it to a task that waits for exactly that. */
export function start(situation: ReplyContext, focus: Focus, intent: Start): MessageResult {
  const { run } = focus;
  const { ctx, input } = situation;
  if (!intent.explicit && run) {
    if (input.taskSessionId !== undefined || asksForGuidance(ctx, run)) {
      return guide(situation, focus, { target: null, content: intent.request });
    }
    const approval = isElsewhere(ctx, run.repoPath, input.repoPath ?? intent.repoPath)
      ? null
      : pendingOf(ctx, run);
    const shared = approval ? sharedPaths(ctx, approval, intent.request) : [];
    if (approval && shared.length > 0) {
      return askBack(
        `The patch waiting in ${approval.id} also touches ${
          shared.join(", ")
        }. \`rework: …\` changes that patch, ` +
          "`run: …` starts another run. Nothing was done.",
        run.id,
      );
    }
  }
  return startFreely(situation, intent);
}

/** Returns whether a message names another directory than that of a run. */
function isElsewhere(ctx: Ctx<ExecutorLive>, repoPath: string, named: string | null): boolean {
  if (named === null) return false;
  try {
    return resolveRepoPath(ctx, named) !== repoPath;
  } catch {
    return true; // errors in it are reported when the run would be started
  }
}

/** A card that was handed to a human waits too, but guidance does not continue it. */
function asksForGuidance(ctx: Ctx<ExecutorLive>, { status, waitingFor }: RunDocument): boolean {
  if (status !== "waiting" || waitingFor?.kind !== "input") return false;
  return ctx.store.documents.get(taskSessionStream, waitingFor.id)?.waitingFor?.kind === "input";
}

/** Queues a run for the words of the message, even if no worker understands them. */
export function startFreely(situation: ReplyContext, intent?: Start): MessageResult {
  const { ctx, conversation, input } = situation;
  const request = intent?.request ?? input.content;
  const given = input.repoPath ?? intent?.repoPath;
  const repoPath = given ?? lastRunOf(ctx, conversation.id)?.repoPath;
  if (repoPath === undefined) {
    return askBack(
      "In which repository? Send the message with a repoPath, or start it with `in /path/to/repository: …`.",
    );
  }
  const problem = problemOf(ctx, repoPath);
  if (problem !== null) return askBack(`${problem} Nothing was started.`);
  const id = ctx.newId("run");
  return { runId: id, act: () => queueNow(situation, { id, request, repoPath }) };
}

function queueNow(
  { ctx, conversation, input }: ReplyContext,
  { id, request, repoPath }: { id: string; request: string; repoPath: string },
): CoordinatorReply {
  const { worker, verifier, onRed, fix } = input;
  const run = queueRun(ctx, {
    kind: "coordinator",
    request,
    repoPath,
    ...(worker && { worker }),
    ...(verifier && { verifier }),
    ...(onRed && { onRed }),
    ...(fix !== undefined && { fix }),
    attempt: 1,
  }, { id, conversationId: conversation.id });
  activateRun(ctx, conversation.id, id);
  const plan = planOf(ctx, { request, worker });
  const policy = decideRequest({ request, understoodAsRecipe: !("misunderstood" in parseRecipe(request)) });
  const { title, content } = writeDesign({ run, plan, policy, input });
  const context = { conversationId: conversation.id, runId: id };
  record({ ...ctx, actor: "coordinator" }, conversationStream, conversation.id, [{
    type: "conversation.design_doc_written",
    data: { designDocId: ctx.newId("design"), title, content, contentSha256: sha256(content) },
  }], context);
  const lines = [
    `The run ${id} was queued for ${run.repoPath}.`,
    plan.sentence,
    ...(policy.blockedClass ? [`The run will be refused: ${policy.reason}`] : []),
    verifier
      ? `The verifier is \`${verifier.command}\`.`
      : "No verifier was given, so the result will not be tested.",
    "Nothing is written to the repository before a human has approved the patch.",
  ];
  return {
    reply: lines.join(" "),
    effects: [{
      kind: "run_created",
      summary: "A run was queued.",
      runId: id,
      planChange: { round: 1, added: plan.tasks.map((task) => task.id), removed: [], changed: [] },
    }],
  };
}

function problemOf(ctx: ReplyContext["ctx"], repoPath: string): string | null {
  try {
    resolveRepoPath(ctx, repoPath);
    return null;
  } catch (cause) {
    if (cause instanceof InvalidError) return cause.message;
    throw cause;
  }
}
