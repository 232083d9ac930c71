import { approvalStream } from "../../../store/approvals/stream.ts";
import { connectorActionStream, connectorStream } from "../../../store/connectors/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { amountOf } from "../../workforce/connectors/declaration.ts";
import { carryOutAction, type EarlierUse, type Trace } from "../../workforce/connectors/carry_out_action.ts";
import { enabledConnector } from "../../workforce/connectors/enabled.ts";
import type { Connector } from "../../workforce/connectors/files.ts";
import { limitFault, spentToday } from "../../workforce/connectors/limits.ts";
import { type ActionRequest, newRequest } from "../../workforce/connectors/request.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { recordArtifact } from "../../control/runs/artifacts.ts";
import type { ConnectorOutcome, ConnectorUse } from "../../workforce/workers/connector_use.ts";
import type { PermissionAnswer, PermissionRequest } from "../../workforce/workers/worker.ts";
import { millisecondsOf, readSchema } from "../../control/workflows/values.ts";
import type { TaskAttempt } from "./attempt.ts";
import { connectorQuestionOf, type ConnectorUses, withRuntime } from "./connector_use.ts";

type Ask = (request: PermissionRequest) => Promise<PermissionAnswer>;

/**
 * Performs an action of an enabled connector once, after a human has approved it. Returns what was done, or why it was not:
 * blocked, limited, rejected or refuted. After a restart the same use is neither asked for nor done again.
 */
export async function useConnector(
  task: TaskAttempt,
  uses: ConnectorUses,
  use: ConnectorUse,
  ask: Ask,
): Promise<ConnectorOutcome> {
  try {
    return await approvedAndDone(task, uses, use, ask);
  } catch (cause) {
    if (cause instanceof Refused) return { done: false, reason: cause.reason, detail: cause.message };
    if (cause instanceof InvalidError) return { done: false, reason: "invalid_input", detail: cause.message };
    throw cause;
  }
}

/** Why a use is not done, or not believed to be. */
class Refused extends Error {
  constructor(readonly reason: Extract<ConnectorOutcome, { done: false }>["reason"], detail: string) {
    super(detail);
  }
}

async function approvedAndDone(
  task: TaskAttempt,
  uses: ConnectorUses,
  use: ConnectorUse,
  ask: Ask,
): Promise<ConnectorOutcome> {
  const { connector, spent } = await requireEnabled(task, use);
  const key = uses.keyOf(use);
  const request = requestOf(connector, use, key);
  const [begun] = task.step.ctx.store.documents.find(connectorActionStream, { key }, { limit: 1 });
  const fault = begun ? null : limitFault(connector.declaration, request.amount, spent);
  if (fault !== null) throw new Refused("policy_blocked", fault);
  const answer = await ask(connectorQuestionOf(connector, request, usedBefore(task, use)));
  const title = `${use.connector}.${use.action}`;
  if (answer.decision === "rejected") {
    throw new Refused("approval_rejected", answer.sentence ?? `A human rejected ${title}.`);
  }
  const approvalId = requireFresh(task, connector, request, begun !== undefined);
  // The wait may have been long, so check that the connector is still the enabled one.
  const now = await requireEnabled(task, use);
  if (now.connector.contentSha256 !== connector.contentSha256) {
    throw new Refused("policy_blocked", replaced(now));
  }
  uses.begun(use);
  const { verdict, response } = await done(task, connector, request, approvalId, begun ?? null);
  if (verdict.verdict === "confirmed") {
    return { done: true, summary: `Used ${title}: ${verdict.detail}`, response };
  }
  throw new Refused("invalid_input", `The verifier refuted ${title}: ${verdict.detail}`);
}

const replaced = ({ connector: { declaration: { label, version } } }: Enabled): string =>
  `The approval was for other files of ${label} than those that have been enabled since, version ${version}. Use it again to be asked about that one.`;

/** How often the task has already begun that action, whatever the input: what works on it may have forgotten it. */
function usedBefore({ step, id }: TaskAttempt, { connector, action }: ConnectorUse): number {
  const { documents } = step.ctx.store;
  return documents.all(approvalStream, { runId: step.runId })
    .filter(({ taskSessionId }) => taskSessionId === id)
    .flatMap((approval) => documents.all(connectorActionStream, { approvalId: approval.id }))
    .filter((each) => each.connectorId === connector && each.actionId === action).length;
}

type Enabled = { connector: Connector; spent: number };

async function requireEnabled({ step, id }: TaskAttempt, use: ConnectorUse): Promise<Enabled> {
  const { connector: name } = use;
  const found = enabledConnector(step.ctx, name);
  if ("connector" in found) {
    return { connector: found.connector, spent: spentToday(step.ctx, found.document) };
  }
  const known = step.ctx.store.documents.get(connectorStream, name);
  if (known) {
    const data = { blockedClass: known.class, reason: found.blocked };
    await step.ctx.store.commit(() =>
      record(step.ctx, runStream, step.runId, [{ type: "run.policy_blocked", data }], step.context(id))
    );
  }
  throw new Refused("policy_blocked", found.blocked);
}

function requestOf(
  connector: Connector,
  { action: actionId, input }: ConnectorUse,
  key: string,
): ActionRequest {
  const { label, actions } = connector.declaration;
  const action = actions.find(({ id }) => id === actionId);
  if (!action) {
    const known = actions.map(({ id }) => id).join(", ");
    throw new Refused("invalid_input", `${label} has no action "${actionId}". There are: ${known}.`);
  }
  const schema = readSchema(action.inputSchema);
  const checked = "fault" in schema ? schema : schema.check(input);
  const amount = amountOf(action, input);
  if ("fault" in checked || amount === null) {
    const why = "fault" in checked ? checked.fault : `${action.amount} must be an amount of at least 0`;
    throw new Refused("invalid_input", `${label} does not take this input for ${actionId}: ${why}.`);
  }
  return newRequest(connector, { actionId, input, key, amount });
}

/** Checks that the approval of this use has not expired. A use that has begun is completed. */
function requireFresh(
  task: TaskAttempt,
  { declaration }: Connector,
  { sha256 }: ActionRequest,
  begun: boolean,
): string {
  const { ctx } = task.step;
  const asked = { taskSessionId: task.id, permissionKey: sha256 };
  const [approval] = ctx.store.documents.find(approvalStream, asked, { limit: 1, newestFirst: true });
  const { decision, id } = approval!;
  const { expiresIn } = declaration.approval;
  const until = new Date(decision!.at).getTime() + millisecondsOf(expiresIn)!;
  if (begun || ctx.now().getTime() <= until) return id;
  throw new Refused(
    "approval_expired",
    `The approval ${id} was given at ${
      decision!.at
    } and held for ${expiresIn}. Retry the run to be asked again.`,
  );
}

function done(
  task: TaskAttempt,
  connector: Connector,
  request: ActionRequest,
  approvalId: string,
  earlier: (EarlierUse & { id: string }) | null,
) {
  const { step } = task;
  const { ctx } = step;
  const id = earlier?.id ?? ctx.newId("connector_action");
  const trace: Trace = async (event) => {
    const what = event.type.split(".")[1];
    await step.boundary(`connector:before:${what}`);
    await ctx.store.commit(() => {
      if (event.type === "connector_action.started") requireWithinLimits(ctx, connector, request);
      record(ctx, connectorActionStream, id, [event], step.context(task.id));
      if (event.type !== "connector_action.started") return;
      const data = { actionId: request.actionId, amount: request.amount };
      record(ctx, connectorStream, connector.declaration.id, [{ type: "connector.used", data }]);
    });
    await step.boundary(`connector:${what}`);
  };
  return withRuntime(task, connector, async (runtime) => {
    const use = { connector, request, approvalId, runtime, trace, earlier };
    const done = await carryOutAction(use, (point) => step.boundary(point));
    const content = await ctx.artifacts.write(ctx.redactor.facts(JSON.stringify(done, null, 2)));
    await ctx.store.commit(() =>
      recordArtifact(ctx, step.context(task.id), content, {
        path: `connectors/${id}.json`,
        purpose: "connector",
        previewType: "json",
        label: `${connector.declaration.label}: ${request.actionId}`,
        summary: "The connector's response and its verifier's verdict",
        mediaType: "application/json",
      })
    );
    return done;
  });
}

/** Other uses may have begun while a human decided about this one. */
function requireWithinLimits(ctx: Ctx, { declaration }: Connector, { amount }: ActionRequest): void {
  const fault = limitFault(
    declaration,
    amount,
    spentToday(ctx, ctx.store.documents.get(connectorStream, declaration.id)!),
  );
  if (fault !== null) throw new Refused("policy_blocked", fault);
}
