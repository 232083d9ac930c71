import type { connectorActionEvents } from "../../../store/connectors/events.ts";
import type { NewEvent } from "../../../store/stream.ts";
import { carryOutAction } from "./carry_out_action.ts";
import { freshRequest, type Proof } from "./proof_bench.ts";

/** Proof 4: what the connector declares to leave in the log is what it leaves. */
export const traced: Proof = {
  id: "traced",
  title: "It leaves the hashes of request and response, the approval and the verifier's verdict",
  prove: async (bench, action) => {
    const request = freshRequest(bench, action);
    const events: NewEvent<typeof connectorActionEvents>[] = [];
    const approvalId = "approval_proof";
    const trace = (event: (typeof events)[number]) => Promise.resolve(void events.push(event));
    await carryOutAction({ ...bench, request, approvalId, trace, earlier: null }, () => {});
    const [started, performed, verified] = events;
    return [
      {
        what: "the request's hash and the approval are on record before it begins",
        holds: started?.type === "connector_action.started" && started.data.approvalId === approvalId &&
          started.data.requestSha256 === request.sha256,
      },
      {
        what: "the response's hash is on record",
        holds: performed?.type === "connector_action.performed" && performed.data.responseSha256 !== "",
      },
      { what: "the verdict is on record", holds: verified?.type === "connector_action.verified" },
      ...bench.connector.declaration.traces.map((type) => ({
        what: `the declared event ${type} is on record`,
        holds: events.some((event) => event.type === type),
      })),
    ];
  },
};
