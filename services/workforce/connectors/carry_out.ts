import { sha256 } from "../../../store/chain.ts";
import type { connectorActionEvents } from "../../../store/connectors/events.ts";
import type { NewEvent } from "../../../store/stream.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { AnswerTo } from "./call_schemas.ts";
import type { Connector } from "./files.ts";
import { callProgram, type ConnectorRuntime } from "./program.ts";
import type { ActionRequest } from "./request.ts";

/** Something that must be recorded before the next step. */
export type Trace = (event: NewEvent<typeof connectorActionEvents>) => Promise<void>;

/** What is to be done, under which approval, and how it is recorded. */
export type Use = {
  connector: Connector;
  request: ActionRequest;
  approvalId: string;
  runtime: ConnectorRuntime;
  trace: Trace;
  /** Set if an earlier attempt may have done it: the program is asked before it is done. */
  again: boolean;
};

/** The result of an action that was done. */
export type Done = { response: Record<string, unknown>; verdict: AnswerTo<"verify"> };

/**
 * Does an approved action once: its start is recorded first, a repeated attempt first asks what became of the earlier
 * one, and the result is verified. Throws `InvalidError` if the connector refuses it.
 */
export async function carryOut(use: Use): Promise<Done> {
  const { connector: { declaration, contentSha256 }, request, approvalId, runtime, trace, again } = use;
  const { command, id, version } = declaration;
  if (!again) {
    const { actionId, key, amount, sha256: requestSha256 } = request;
    const data = {
      connectorId: id,
      version,
      contentSha256,
      actionId,
      key,
      requestSha256,
      approvalId,
      amount,
    };
    await trace({ type: "connector_action.started", data });
  }
  const found = again ? await callProgram(runtime, command, { call: "find", request: request.text }) : null;
  const response = found?.status === "done" ? found.response : await perform(use);
  await trace({
    type: "connector_action.performed",
    data: {
      requestSha256: request.sha256,
      approvalId,
      responseSha256: sha256(JSON.stringify(response)),
      found: found?.status === "done",
    },
  });
  const verdict = await callProgram(runtime, command, { call: "verify", request: request.text, response });
  await trace({ type: "connector_action.verified", data: verdict });
  return { response, verdict };
}

async function perform({ connector, request, approvalId, runtime, trace }: Use) {
  const { command, label } = connector.declaration;
  const approval = { id: approvalId, requestSha256: request.sha256 };
  const answer = await callProgram(runtime, command, { call: "perform", request: request.text, approval });
  if (answer.status === "done") return answer.response;
  await trace({ type: "connector_action.failed", data: { detail: answer.detail } });
  throw new InvalidError(`${label} refused ${request.actionId}: ${answer.detail}`);
}
