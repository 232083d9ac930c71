import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import { type ChangeDocument, changeStream } from "../../../store/changes/stream.ts";
import { connectorStream } from "../../../store/connectors/stream.ts";
import type { ApplyingLive } from "../../control/approvals/applying.ts";
import { requireChange } from "../../control/changes/read_model.ts";
import { requestChange } from "../../control/changes/request.ts";
import {
  checkReview,
  otherDecisions,
  recordApproved,
  supersedeChanges,
} from "../../control/changes/settle.ts";
import { type Core, type Ctx, record } from "../../ground/kernel/context.ts";
import { existing, type Made, made } from "../../ground/kernel/made.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { Subject } from "../../ground/kernel/subject.ts";
import type { SandboxLive } from "../../machine/processes/sandbox/mod.ts";
import { enabledConnector } from "./enabled.ts";
import { type Connector, readConnector } from "./files.ts";
import type { ConnectorsLive } from "./program.ts";
import { proveConnector } from "./prove.ts";
import { keep, recordProofs } from "./record_proof.ts";

/** The parts of the service that requesting a connector needs. */
export type EnableLive = ApplyingLive & SandboxLive & ConnectorsLive;

/**
 * Makes and records the five proofs of a connector with its stand-in, and returns a function that asks a human to enable it for
 * its blocked class. Throws `InvalidError` that names the failed proof or what the declaration lacks; then nothing is asked.
 */
export async function prepareToEnable(
  ctx: Ctx<EnableLive>,
  id: string,
  reason: string | undefined,
): Promise<() => Made<ChangeDocument>> {
  const connector = readConnector(ctx, id);
  const { declaration: { version, label, class: name }, contentSha256 } = connector;
  const now = enabledConnector(ctx, id);
  if ("connector" in now) throw new InvalidError(`${label} is already enabled. There is nothing to decide.`);
  const waiting = () =>
    ctx.store.documents.find(changeStream, { status: "pending", targetId: id }, { limit: 10 })
      .find((change) => change.kind === "capability" && change.baseSha256 === contentSha256);
  const known = waiting();
  if (known) return () => existing(known);
  const proofs = await proveConnector(ctx, connector);
  const evidence = await recordProofs(ctx, connector, proofs);
  const failed = proofs.made.find(({ verdict }) => verdict === "failed");
  if (failed) throw new InvalidError(`${label} cannot be enabled. ${failed.fault}`);
  return () =>
    ctx.write(() => {
      const meanwhile = waiting();
      if (meanwhile) return existing(meanwhile);
      supersedeChanges(ctx, id, `The files of the connector ${id} have changed.`);
      return made(requestChange(ctx, {
        kind: "capability",
        targetId: id,
        baseVersion: null,
        baseSha256: contentSha256,
        proposed: { connectorId: id, version, class: name, contentSha256 },
        diff: [{
          path: `class.${name}`,
          before: "blocked",
          after: `enabled for ${id} ${version} with the hash ${contentSha256}`,
          effect: "widens",
        }],
        risk: "high",
        evidence: [declared(ctx, connector), ...evidence],
        ...(reason !== undefined && { reason }),
        title: `Enable the connector "${label}" for ${name}`,
        summary: `Each use still needs approval. It applies only to the hash ${contentSha256.slice(0, 12)}.`,
      }));
    });
}

const declared = (ctx: Ctx, { declaration, contentSha256, files }: Connector) => ({
  id: "declaration",
  label: "Declaration",
  detail: declaration.actions.map(({ id, description, reversible }) =>
    `${id}${reversible ? "" : " (cannot be undone)"}: ${description}`
  ).join("\n"),
  ...keep(ctx, { contentSha256, files: [...files.keys()].toSorted(), declaration }),
});

/** Handles a decision about a connector. */
export const capabilitySubject: Subject<Core> = {
  kind: "capability",
  agentReads: false,
  appliers: {
    internal: {
      ...otherDecisions,
      check: (ctx, approval, flags) => {
        checkReview(ctx, approval, flags);
        requireProved(ctx, approval);
      },
      approved: (ctx, approval) => {
        const { declaration: { id, version, class: name, actions }, contentSha256 } = requireProved(
          ctx,
          approval,
        );
        const changeId = approval.subject!.id;
        const ids = actions.map((action) => action.id);
        const data = { version, class: name, contentSha256, actions: ids, changeId };
        record(ctx, connectorStream, id, [{ type: "connector.enabled", data }]);
        recordApproved(ctx, approval, id);
      },
    },
  },
};

/** Returns the connector of the request, unchanged to the byte since it was proved. */
function requireProved(ctx: Ctx, { subject }: ApprovalDocument): Connector {
  const { targetId, baseSha256 } = requireChange(ctx, subject!.id);
  const connector = readConnector(ctx, targetId!);
  if (connector.contentSha256 === baseSha256) return connector;
  throw new InvalidError(
    `The files of the connector ${targetId} changed after the proofs were made. Request it again.`,
  );
}
