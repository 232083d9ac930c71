import { type ApprovalDocument, approvalStream } from "../../../store/approvals/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { record } from "../../ground/kernel/context.ts";
import type { PermissionAnswer, PermissionRequest } from "../../workforce/workers/worker.ts";
import { decideCommand } from "../../ground/policy/decide.ts";
import { shownName } from "../../ground/policy/shown.ts";
import { namedDirectory } from "../../machine/repositories/mod.ts";
import { recordArtifact } from "../../control/runs/artifacts.ts";
import { millisecondsOf } from "../../control/workflows/values.ts";
import { captureWork, workTree } from "../commands/task_commits.ts";
import { type ActionCrossings, asksOf, crossingsOf } from "./crossings.ts";
import { answerAtBorder, isUnconfined } from "./border.ts";
import { decisionOf, requestApproval, waitForApproval } from "./approval.ts";
import type { Asker } from "./asker.ts";
import { type Permission, permissionFor } from "../commands/permissions.ts";

/** The longest command that a standing permission can cover; the worker asks for a longer one every time. */
const MAX_COMMAND_LENGTH = 4000;

/** Far more than a person answers at once, and than an attempt needs: each question is an entry of the log, which stays. */
const [MAX_OPEN, MAX_ASKED] = [50, 10_000];

const TOO_MANY: PermissionAnswer = {
  decision: "rejected",
  sentence: "Too many questions of this task have no answer yet, or were asked. Continue without this.",
};

/** Answers whether a worker may do something; one that asks too much is refused. */
export async function ask(task: Asker, request: PermissionRequest): Promise<PermissionAnswer> {
  const { questions } = task;
  if (questions.open >= MAX_OPEN || questions.asked >= MAX_ASKED) return TOO_MANY;
  questions.asked++;
  questions.open++;
  try {
    return await decide(task, request);
  } finally {
    questions.open--;
  }
}

/**
 * Asks a human whether a worker may do something, at a checkpoint that survives restarts. An answer to the same question
 * (`key`) in the same task session is read from the record; an approval counts once per attempt. Longer permissions also count.
 */
async function decide(task: Asker, request: PermissionRequest): Promise<PermissionAnswer> {
  const { step, id } = task;
  const known = step.ctx.store.documents
    .find(approvalStream, { taskSessionId: id, permissionKey: request.key }, { limit: 1, newestFirst: true })
    .find(({ status }) => ["pending", "approved", "rejected"].includes(status));
  if (known) {
    const decision = known.decision?.decision ?? await decisionOf(task, known.id, request.withdrawn);
    if (request.kind === "external" || decision === "rejected" || await covers(task, request, known)) {
      return answerOf(known, decision);
    }
  }
  if (request.command !== undefined && await isBlocked(task, request.command)) return NOT_ALLOWED;
  const crossed = await crossingsOf(task, request);
  const answer = await answerAtBorder(task, request, crossed);
  if (answer) return answer;
  const point = await captureWork(task, `${id}-captured`);
  const permission = await permissionOf(task, request, point.commit, crossed);
  const approvalId = await checkpoint(task, request, { commit: point.commit, permission, crossed });
  await step.boundary(`ask:${id}:requested`);
  const decision = await decisionOf(task, approvalId, request.withdrawn);
  const approval = step.ctx.store.documents.get(approvalStream, approvalId)!;
  if (decision === "approved" && !await covers(task, request, approval)) return await decide(task, request);
  return answerOf(approval, decision);
}

/** An approval covers one action of an attempt, and only with the files that it showed: they may have changed since. */
async function covers(task: Asker, request: PermissionRequest, approval: ApprovalDocument): Promise<boolean> {
  const { id, admits: { permissions: [shown] = [] } = {} } = approval;
  if (task.used.has(id)) return false;
  task.used.add(id);
  if (!shown) return true;
  const now = await permissionOf(task, request, await workTree(task), {
    network: false,
    crossings: [],
    paths: [],
  });
  return now?.filesSha256 === shown.filesSha256;
}

const NOT_ALLOWED: PermissionAnswer = { decision: "rejected", sentence: null };

const answerOf = ({ asks }: ApprovalDocument, decision: "approved" | "rejected"): PermissionAnswer =>
  decision === "approved" ? { decision, network: asks?.network ?? false, by: "human" } : NOT_ALLOWED;

/** Refuses a command of a blocked class and records the refusal; the worker may continue without it. */
async function isBlocked({ step, id }: Asker, command: string): Promise<boolean> {
  const { blockedClass, reason } = decideCommand(command);
  if (!blockedClass) return false;
  const data = { blockedClass: blockedClass.id, reason };
  await step.ctx.store.commit(() =>
    record(step.ctx, runStream, step.runId, [{ type: "run.policy_blocked", data }], step.context(id))
  );
  return true;
}

/** Returns what approving a command permits: the command with the files it names, as they are in the worktree now. */
async function permissionOf(
  { step, control }: Asker,
  { command, directory }: PermissionRequest,
  treeish: string,
  { network, crossings }: ActionCrossings,
): Promise<Permission | null> {
  if (command === undefined || command.length > MAX_COMMAND_LENGTH) return null;
  const { repositoryId } = step.run().base!;
  const unconfined = isUnconfined(crossings);
  const place = { repositoryId, treeish, network, unconfined, ...(directory !== undefined && { directory }) };
  return await permissionFor(control, place, command);
}

/** The policy class and the evidence of each kind of question. */
const ASKED = {
  edit: { policyClass: "internal", evidence: "trace" },
  other: { policyClass: "internal", evidence: "trace" },
  command: { policyClass: "command", evidence: "command" },
  external: { policyClass: "external-write", evidence: "external-write-artifact" },
} as const;

/** A connector's action stays what its declaration says; anything else that contains a secret uses that secret. */
const policyClassOf = ({ kind }: PermissionRequest, { crossings }: ActionCrossings) =>
  kind !== "external" && crossings.some((each) => each.kind === "secret")
    ? "secret-use"
    : ASKED[kind].policyClass;

/** Records the question: its evidence, its approval, and the state of the work that a restart resumes from. */
async function checkpoint(
  { step, round, id }: Asker,
  request: PermissionRequest,
  { commit, permission, crossed }: {
    commit: string;
    permission: Permission | null;
    crossed: ActionCrossings;
  },
): Promise<string> {
  const { ctx } = step;
  const named = permission?.files.map(({ path, object }) => `\nnames ${shownName(path)} (${object})`) ?? [];
  const content = await ctx.artifacts.write(ctx.redactor.facts(`${request.detail}${named.join("")}\n`));
  const asked = ASKED[request.kind];
  return await step.advance(round, (run) => {
    // By its content: the worker chooses its questions, and two of them must never share a file.
    const path = `permissions/${id}/${content.sha256}.txt`;
    const summary = asked.evidence === "command" ? "The command in full" : "What would be done, in full";
    recordArtifact(ctx, step.context(id), content, {
      path,
      purpose: "permission",
      previewType: "text",
      label: request.title.slice(0, 200),
      summary,
      mediaType: "text/plain",
    });
    const approvalId = requestApproval(step, run, {
      policyClass: policyClassOf(request, crossed),
      risk: request.kind === "edit" && !request.warnings?.length ? "medium" : "high",
      recommendedAction: "inspect",
      reasons: [
        "The worker asks before it does this. Nothing has been done yet.",
        ...crossed.crossings.map(({ detail }) => detail),
        ...request.warnings ?? [],
      ],
      title: request.title.slice(0, 300),
      summary: permission && crossed.crossings.length === 0
        ? "If you approve, exactly this command is allowed in this directory of this repository, as long as the files it names do not change. If you reject, the worker continues without it."
        : "If you approve, the worker may do exactly this, once. If you reject, the worker continues without it.",
      evidence: [{
        id: `${id}/${content.sha256}`,
        kind: asked.evidence,
        path,
        ...content,
        summary,
      }],
      permissionKey: request.key,
      asks: asksOf(step, request, crossed),
      ...(request.expiresIn !== undefined && {
        expiresAt: new Date(ctx.now().getTime() + millisecondsOf(request.expiresIn)!).toISOString(),
      }),
      ...(request.command !== undefined && { commands: [request.command.slice(0, MAX_COMMAND_LENGTH)] }),
      ...(permission && {
        admits: {
          repositoryId: run.base!.repositoryId,
          root: namedDirectory(run.base!),
          permissions: [{
            id: permission.id,
            command: permission.command,
            ...(permission.directory !== "" && { directory: permission.directory }),
            filesSha256: permission.filesSha256,
            ...(crossed.network && { network: true }),
          }],
        },
      }),
    }, id);
    const captured = { type: "task_session.captured" as const, data: { commit, approvalId } };
    record(ctx, taskSessionStream, id, [captured], step.context(id));
    waitForApproval(step, approvalId, id);
    return approvalId;
  });
}
