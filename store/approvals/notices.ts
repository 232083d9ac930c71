import { spanBetween } from "../words.ts";
import { idOf } from "../event.ts";
import { noticesOf, type Severity } from "../notifications/notices.ts";
import { type ApprovalDocument, approvalStream } from "./stream.ts";

const SEVERITY: Record<ApprovalDocument["risk"], Severity> = {
  low: "info",
  medium: "warning",
  high: "warning",
  unknown: "warning",
  critical: "critical",
};

/** A checkpoint waits for a human until it is decided; one that the coordinator decides by itself is no news to anybody. */
export const approvalNotices = noticesOf(approvalStream, {
  "approval.requested": (ledger, event) => {
    const { data } = event;
    if (data.authority === "coordinator") return;
    const id = idOf(event);
    ledger.raise({
      category: "approval",
      severity: SEVERITY[data.risk],
      title: `Approval needed: ${data.title}`,
      detail: [data.summary, ...data.reasons].join("\n"),
      ifIgnored: `Undecided for ${spanBetween(event.at, data.expiresAt)} it expires; ${
        data.subject ? "nothing is done then" : "the run then fails and nothing is written"
      }.`,
      expiresAt: data.expiresAt,
      subject: id,
      sourceIds: [id],
      open: true,
    });
  },
  "approval.approved": (ledger, event) => {
    const { data } = event;
    if (data.actorType === "coordinator") return ledger.withdraw(idOf(event));
    ledger.close(
      idOf(event),
      data.acceptedHunks
        ? `Accepted changes, to be reviewed again: ${data.acceptedHunks.length}.`
        : "It was approved.",
      "approval",
    );
  },
  "approval.rejected": (ledger, event) => {
    const { data } = event;
    if (data.actorType === "coordinator") return ledger.withdraw(idOf(event));
    ledger.close(
      idOf(event),
      data.disposition === "rework" ? "It was sent back." : "It was rejected.",
      "approval",
    );
  },
  "approval.expired": (ledger, event) => ledger.close(idOf(event), event.data.detail, "approval"),
  "approval.superseded": (ledger, event) => ledger.close(idOf(event), event.data.detail, "approval"),
  "approval.cancelled": (ledger, event) => ledger.close(idOf(event), event.data.detail, "approval"),
});
