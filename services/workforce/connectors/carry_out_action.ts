import { sha256 } from "../../../store/chain.ts";
import type { connectorActionEvents } from "../../../store/connectors/events.ts";
import type { NewEvent } from "../../../store/stream.ts";
import { carryOut } from "../../ground/effects/carry_out.ts";
import type { Effect } from "../../ground/effects/effect.ts";
import type { Boundary } from "../../ground/kernel/subject.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { AnswerTo } from "./call_schemas.ts";
import type { Connector } from "./files.ts";
import { callProgram, type ConnectorRuntime } from "./program.ts";
import type { ActionRequest } from "./request.ts";

/** Something that must be recorded before the next step. */
export type Trace = (event: NewEvent<typeof connectorActionEvents>) => Promise<void>;

/** What is to be done, under which approval, and how it is recorded. */
type Use = {
  connector: Connector;
  request: ActionRequest;
  approvalId: string;
  runtime: ConnectorRuntime;
  trace: Trace;
  earlier: EarlierUse | null;
};

/** What is recorded of an earlier attempt, which may have done it: the program is asked before it is done. */
export type EarlierUse = { status: string; detail?: string | undefined };

/** The result of an action that was done. */
type Done = { response: Record<string, unknown>; verdict: AnswerTo<"verify"> };

/**
 * Does an approved action once: its start is recorded first, a repeated attempt first asks what became of the earlier
 * one, and the result is verified. Throws `InvalidError` if the connector refuses it, or an earlier attempt was refused or refuted.
 */
export async function carryOutAction(use: Use, boundary: Boundary): Promise<Done> {
  const { connector: { declaration }, request, runtime, earlier } = use;
  const refused = (detail = "") =>
    new InvalidError(`${declaration.label} refused ${request.actionId}: ${detail}`);
  // People were told what became of it, and may have acted on that.
  if (earlier?.status === "failed") throw refused(earlier.detail);
  if (earlier?.status === "refuted") {
    throw new InvalidError(`The verifier refuted ${declaration.id}.${request.actionId}: ${earlier.detail}`);
  }
  const end = await carryOut(effectOf(use), { signal: runtime.signal, boundary });
  if (end.kind === "done") return end.result as Done;
  throw refused(end.detail);
}

type Performed = { response: Done["response"]; verdict: Done["verdict"] | null };

function effectOf(use: Use): Effect<"connector_action", Performed> {
  const { connector: { declaration, contentSha256 }, request, approvalId, runtime, trace, earlier } = use;
  const { command, id, version } = declaration;
  const requestSha256 = request.sha256;
  const performed = (response: Done["response"]) =>
    ({ kind: "done", result: { response, verdict: null } }) as const;
  return {
    kind: "connector_action",
    progress: earlier ? "begun" : "new",
    intend: () => {
      const { actionId, key, amount } = request;
      const connector = { connectorId: id, version, contentSha256 };
      const data = { ...connector, actionId, key, requestSha256, approvalId, amount };
      return trace({ type: "connector_action.started", data });
    },
    find: async () => {
      const found = await callProgram(runtime, command, { call: "find", request: request.text });
      return found.status === "done" ? performed(found.response) : { kind: "absent" };
    },
    // A program that gives no valid answer throws: its action stays begun, and the next attempt asks for it.
    perform: async () => {
      const approval = { id: approvalId, requestSha256 };
      const answer = await callProgram(runtime, command, {
        call: "perform",
        request: request.text,
        approval,
      });
      return answer.status === "done"
        ? performed(answer.response)
        : { kind: "refused", detail: answer.detail };
    },
    performed: ({ response }, found) => {
      const data = { requestSha256, approvalId, responseSha256: sha256(JSON.stringify(response)), found };
      return trace({ type: "connector_action.performed", data });
    },
    verify: async ({ response }) => {
      const call = { call: "verify" as const, request: request.text, response };
      return { kind: "done", result: { response, verdict: await callProgram(runtime, command, call) } };
    },
    record: (outcome) =>
      trace(
        outcome.kind === "done"
          ? { type: "connector_action.verified", data: outcome.result.verdict! }
          : { type: "connector_action.failed", data: { detail: outcome.detail } },
      ),
  };
}
