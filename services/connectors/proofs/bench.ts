import type { ConnectorAction } from "../declaration.ts";
import { ledgerSchema } from "../call_schemas.ts";
import type { Connector } from "../files.ts";
import { askProgram, callProgram, type ConnectorSeat } from "../program.ts";
import { type ActionRequest, newRequest } from "../request.ts";

/** A connector with its stand-in, on which proofs are made. */
export type Bench = { connector: Connector; seat: ConnectorSeat };

/** Something that was tried with an action, and whether it went as it has to. */
export type Check = { what: string; holds: boolean };

/** One of the five proofs, of one action. */
export type Proof = {
  id: string;
  title: string;
  prove: (bench: Bench, action: ConnectorAction) => Promise<Check[]>;
};

/** A request for an action that nobody made before. */
export const freshRequest = (
  { connector }: Bench,
  action: ConnectorAction,
  input: Record<string, unknown> = action.example,
): ActionRequest =>
  newRequest(connector, { actionId: action.id, input, key: `proof-${crypto.randomUUID()}`, amount: 0 });

/** How often an action has truly happened in the stand-in. */
export async function timesHappened({ connector, seat }: Bench, { key }: ActionRequest): Promise<number> {
  const ledger = await askProgram(seat, connector.declaration.double, {}, ledgerSchema);
  return ledger.filter((entry) => entry.key === key).length;
}

/** Asks the connector to do it, under an approval of that very request. */
export const performApproved = ({ connector, seat }: Bench, { text, sha256 }: ActionRequest) =>
  callProgram(seat, connector.declaration.command, {
    call: "perform",
    request: text,
    approval: { id: "approval_proof", requestSha256: sha256 },
  });
