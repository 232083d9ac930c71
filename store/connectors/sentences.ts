import type { SentencesFor } from "../domain.ts";
import { firstLine } from "../words.ts";
import type { connectorActionEvents, connectorEvents } from "./events.ts";
import type { connectorProofsEvents } from "./proofs_stream.ts";

/** What happens to connectors, and how they are used. */
export const connectorSentences: SentencesFor<
  typeof connectorEvents & typeof connectorActionEvents & typeof connectorProofsEvents
> = {
  "connector.enabled": ({ data }) =>
    `A connector was enabled for the class ${data.class}: version ${data.version} with the hash ${
      data.contentSha256.slice(0, 12)
    } only.`,
  "connector.blocked": ({ data }) => `The connector is blocked again. ${firstLine(data.detail)}`,
  "connector.used": ({ data }) =>
    `The connector's action ${data.actionId} started. It counts ${data.amount} toward today's limit.`,
  "connector_action.started": ({ data }) =>
    `The connector ${data.connectorId} started ${data.actionId} under the approval ${data.approvalId}.`,
  "connector_action.performed": ({ data }) =>
    data.found ? "The action had already been done and was not repeated." : "The action was done.",
  "connector_action.verified": ({ data }) =>
    `The verifier ${data.verdict} the action: ${firstLine(data.detail)}`,
  "connector_action.failed": ({ data }) => `The action was not done. ${firstLine(data.detail)}`,
  "connector_proofs.passed": ({ data }) =>
    `The connector ${data.connectorId} passed its ${data.proofs.length} proofs; a human decides whether it is enabled.`,
  "connector_proofs.failed": ({ data: { connectorId, proofs } }) => {
    const failed = proofs.find(({ verdict }) => verdict === "failed");
    return `The connector ${connectorId} was not enabled: ${firstLine(failed?.detail ?? "a proof failed.")}`;
  },
};
