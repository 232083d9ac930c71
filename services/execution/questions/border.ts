import { sha256 } from "../../../store/chain.ts";
import { commandPermissionStream } from "../../../store/repositories/stream.ts";
import type { NewEvent } from "../../../store/stream.ts";
import type { taskSessionEvents } from "../../../store/task_sessions/events.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { coveringGrant } from "../../control/autonomy/covering.ts";
import { setDialOf } from "../../control/autonomy/dial.ts";
import { record } from "../../ground/kernel/context.ts";
import { type Crossing, decideUnder, type Dial } from "../../ground/policy/dial.ts";
import { namedDirectory } from "../../machine/repositories/mod.ts";
import { isAnyFromAgent } from "../../control/runs/origin.ts";
import { guidanceOf } from "../../sessions/task_sessions/read_model.ts";
import type { PermissionAnswer, PermissionRequest } from "../../workforce/workers/worker.ts";
import { permissionFor } from "../commands/permissions.ts";
import { setupOf } from "../commands/prepare_workspace.ts";
import type { RunPort } from "../commands/ports.ts";
import { captureNow, workTree } from "../commands/task_commits.ts";
import type { ActionCrossings } from "./crossings.ts";
import type { Asker } from "./asker.ts";
import { confinementOf } from "../commands/confine.ts";

/** The two settings that apply to a run: the one it began with and the current one. The stricter one counts. */
export function dialsOf(step: RunPort): [Dial, Dial] {
  const { policy, base } = step.run();
  const begun = policy?.dial ?? "everything";
  return [begun, (base && setDialOf(step.ctx, namedDirectory(base))) ?? begun];
}

/** Whether workers of the run must ask for everything that is not explicitly admitted. */
export const asksEverything = (step: RunPort): boolean =>
  dialsOf(step).every((dial) => dial === "everything");

/** Whether the run, or guidance for its task, came with the agent token. */
export const isSteeredByAgent = ({ step, id }: Asker): boolean =>
  isAnyFromAgent(step.run()) || guidanceOf(step.ctx, id).some(({ actor }) => actor === "agent");

/**
 * Answers a worker's request without asking a human, where the repository's setting or an earlier answer decides it, and
 * records the answer. Returns null where a human has to be asked.
 */
export async function answerAtBorder(
  task: Asker,
  request: PermissionRequest,
  crossed: ActionCrossings,
): Promise<PermissionAnswer | null> {
  const dials = dialsOf(task.step);
  const { kind } = request;
  const { crossings, network } = crossed;
  const action = { kind, crossings, fromAgent: isSteeredByAgent(task) };
  if (decideUnder(dials, { ...action, admitted: false }) === "done") {
    await recordDone(task, request, { because: "inside" });
    return { decision: "approved", network: false, by: "rule" };
  }
  if (isOwn(task, request, crossed)) {
    await recordDone(task, request, { because: "admitted" });
    return { decision: "approved", network: false, by: "rule" };
  }
  const admission = await admissionOf(task, request, crossed);
  if (admission !== null) {
    const { by, ...which } = admission;
    await recordDone(task, request, { because: "admitted", ...which, ...(network && { network }) });
    return { decision: "approved", network, by };
  }
  const { verifier, trial } = task.step.run();
  if (!trial && decideUnder(dials, { ...action, admitted: false }) === "ask") return null;
  const why = crossings[0]?.detail ?? "No one has allowed this command in this repository.";
  const because = trial ? "nobody answers during a trial" : 'the repository is set to "closed"';
  const sentence =
    `Refused without asking, because ${because}. ${why} Continue without it: you may change files in your worktree${
      verifier ? ` and run ${verifier.command}` : ""
    }.`;
  await recordEvent(task, {
    type: "task_session.action_refused",
    data: { title: request.title, detail: sentence },
  });
  return { decision: "rejected", sentence };
}

/** Whether the command is the run's verifier or setup. A worker may have changed what they execute, so they are not admitted as such. */
function isOwn(
  { step }: Asker,
  { command, directory = "" }: PermissionRequest,
  { crossings, network }: ActionCrossings,
): boolean {
  if (command === undefined || network || directory !== "" || asksEverything(step)) return false;
  if (crossings.some(({ kind }) => kind === "secret")) return false;
  const run = step.run();
  return [run.verifier?.command, setupOf(step, run)?.command].includes(command);
}

/** Returns the permission that covers a request, exact or by pattern; null without one. */
async function admissionOf(
  task: Asker,
  request: PermissionRequest,
  { crossings, network, paths }: ActionCrossings,
): Promise<{ grantId: string; by: "admission" | "pattern" } | null> {
  const { step, control } = task;
  const { command, directory = "", kind, key } = request;
  if (kind === "external" || crossings.some((each) => each.kind === "secret" || each.kind === "unclear")) {
    return null;
  }
  const run = step.run();
  const { repositoryId } = run.base!;
  const grant = coveringGrant(step.ctx, {
    repositoryId,
    runId: run.id,
    kind,
    key,
    command,
    directory,
    paths,
    network,
    crossings,
  });
  if (grant) return { grantId: grant.id, by: grant.scope === "pattern" ? "pattern" : "admission" };
  if (command === undefined || kind !== "command") return null;
  // The files it names may have changed in the worktree.
  const unconfined = isUnconfined(crossings);
  const place = { repositoryId, treeish: await workTree(task), directory, network, unconfined };
  const { id } = await permissionFor(control, place, command);
  return step.ctx.store.documents.has(commandPermissionStream, id) ? { grantId: id, by: "admission" } : null;
}

/** Whether the action would run outside a sandbox. */
export const isUnconfined = (crossings: readonly Crossing[]): boolean =>
  crossings.some(({ kind }) => kind === "unconfined");

type Done = { because: "inside" | "admitted" | "unasked"; grantId?: string; network?: boolean };

/** Records an action that is done without asking. */
async function recordDone(task: Asker, request: PermissionRequest, done: Done): Promise<void> {
  if (request.kind === "external") return;
  const { kind, title, command, paths } = request;
  await recordEvent(task, {
    type: "task_session.action_admitted",
    data: {
      kind,
      title,
      ...(command !== undefined && { command: recordable(command) }),
      ...(paths && paths.length > 0 && { paths: paths.slice(0, 200) }),
      ...done,
    },
  });
}

/** A longer command is recorded with its beginning, its end and its hash. */
const MAX_RECORDED = 4000;

function recordable(command: string): string {
  if (command.length <= MAX_RECORDED) return command;
  const half = MAX_RECORDED / 2;
  const left = command.length - MAX_RECORDED;
  const note = ` [… ${left} characters omitted, SHA-256 of all: ${sha256(command)} …] `;
  return command.slice(0, half).toWellFormed() + note + command.slice(-half).toWellFormed();
}

async function recordEvent(
  { step, id, round }: Asker,
  event: NewEvent<typeof taskSessionEvents>,
): Promise<void> {
  await step.advance(round, () => record(step.ctx, taskSessionStream, id, [event], step.context(id)));
}

/**
 * Returns whether a worker may run a command without asking: it is the run's own verifier or setup, a human wrote the recipe
 * that names it or has admitted it for the repository in this state, or a human started the run and the sandbox confines commands.
 */
export async function mayRun(task: Asker, command: string): Promise<boolean> {
  const { step, control, worker } = task;
  const run = step.run();
  // Under another setting every command is decided by that setting.
  if (!asksEverything(step)) return false;
  if (worker.read && !isSteeredByAgent(task)) return true;
  const own = [run.verifier?.command, setupOf(step, run)?.command];
  if (own.includes(command) || await isHeldForHuman(task)) return true;
  // The files it names may have changed in the worktree.
  const place = { repositoryId: run.base!.repositoryId, treeish: await captureNow(task) };
  const permission = await permissionFor(control, place, command);
  return step.ctx.store.documents.has(commandPermissionStream, permission.id);
}

/** Whether nothing in the run came with the agent token and the sandbox lets a command change only the worktree. */
async function isHeldForHuman(task: Asker): Promise<boolean> {
  if (isSteeredByAgent(task)) return false;
  const { step, control } = task;
  const { kind, network } = await confinementOf(step, control.repository.root, "worker");
  return kind === "bubblewrap" && !network;
}
