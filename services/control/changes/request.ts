import { counted } from "../../ground/kernel/words.ts";
import { expiryFrom } from "../../ground/policy/approval_lifetime.ts";
import type { ChangeRequest } from "../../../store/changes/document.ts";
import { type ChangeDocument, changeStream } from "../../../store/changes/stream.ts";
import type { ApplyingLive } from "../approvals/applying.ts";
import { requestReview } from "../approvals/request.ts";
import { recordMaterial } from "../../ground/material/keep.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { requireChange } from "./read_model.ts";

/** What a human is asked to decide, and how the approval names it. */
type NewChange = ChangeRequest & { title: string; summary: string };

/** Asks a human to decide on a change, through the queue of approvals, in the caller's unit. */
export function requestChange(
  ctx: Ctx<ApplyingLive>,
  { title, summary, ...request }: NewChange,
): ChangeDocument {
  const id = ctx.newId("change");
  const content = ctx.artifacts.writeSync(
    new TextEncoder().encode(`${JSON.stringify({ ...request, id }, null, 2)}\n`),
  );
  const files = request.evidence.flatMap(fileOf(id));
  for (const file of [content, ...files]) {
    recordMaterial(ctx, file, { kind: "stream", id: `${changeStream.kind}/${id}` });
  }
  const wider = request.diff.filter(({ effect }) => effect === "widens").length;
  const approvalId = requestReview(ctx, {
    subject: { kind: request.kind, id },
    policyClass: "internal",
    risk: request.risk,
    recommendedAction: "inspect",
    reasons: [
      wider > 0
        ? `It extends what agents may do in ${counted(wider, "respect")}.`
        : "It gives agents no additional rights.",
      ...request.evidence.map(({ label, detail }) => `${label}: ${detail.split("\n", 1)[0]!.slice(0, 300)}`),
    ],
    title,
    summary,
    evidence: [{
      id: `${id}/change`,
      kind: "trace",
      path: `changes/${id}.json`,
      ...content,
      summary: "The change in full, with its evidence",
    }, ...files],
  });
  const expiresAt = expiryFrom(ctx.now());
  const data = { ...request, approvalId, expiresAt };
  record(ctx, changeStream, id, [{ type: "agent_profile_change.requested", data }], { expectedVersion: 0 });
  return requireChange(ctx, id);
}

/** Returns the file of a piece of evidence, as the approval shows it. */
const fileOf = (change: string) => ({ id, label, sha256, size }: NewChange["evidence"][number]) =>
  sha256 === undefined || size === undefined ? [] : [{
    id: `${change}/${id}`,
    kind: "trace" as const,
    path: `changes/${change}/${id}.json`,
    sha256,
    size,
    summary: label,
  }];
