import type { ConnectorAction } from "./declaration.ts";
import { ledgerSchema } from "./call_schemas.ts";
import type { Connector } from "./files.ts";
import { askProgram, callProgram, type ConnectorRuntime } from "./program.ts";
import { type ActionRequest, newRequest } from "./request.ts";

/** A connector with its stand-in, for proofs. */
export type Bench = { connector: Connector; runtime: ConnectorRuntime };

/** An attempt with an action, and whether the result was as required. */
export type Check = { what: string; holds: boolean };

/** One of the five proofs, for one action. */
export type Proof = {
  id: string;
  title: string;
  prove: (bench: Bench, action: ConnectorAction) => Promise<Check[]>;
};

/** Returns a new request for an action. */
export const freshRequest = (
  { connector }: Bench,
  action: ConnectorAction,
  input: Record<string, unknown> = action.example,
): ActionRequest =>
  newRequest(connector, { actionId: action.id, input, key: `proof-${crypto.randomUUID()}`, amount: 0 });

/** Returns how often an action has really happened in the stand-in. */
export async function timesHappened({ connector, runtime }: Bench, { key }: ActionRequest): Promise<number> {
  const ledger = await askProgram(runtime, connector.declaration.double, {}, ledgerSchema);
  return ledger.filter((entry) => entry.key === key).length;
}

/** Has the connector do it, under an approval of that very request. */
export const performApproved = ({ connector, runtime }: Bench, { text, sha256 }: ActionRequest) =>
  callProgram(runtime, connector.declaration.command, {
    call: "perform",
    request: text,
    approval: { id: "approval_proof", requestSha256: sha256 },
  });
