import { idOf, type StoredEvent } from "../event.ts";
import { counted } from "../words.ts";
import { type Ledger, noticesOf, runRow, type Severity } from "../notifications/notices.ts";
import { type ApprovalDocument, approvalStream } from "./stream.ts";

const SEVERITY: Record<ApprovalDocument["risk"], Severity> = {
  low: "info",
  medium: "warning",
  high: "warning",
  unknown: "warning",
  critical: "critical",
};

/** A checkpoint is open until it is decided. One that the coordinator decides on its own is not shown. */
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
      ifIgnored: `It expires at ${data.expiresAt}. ${
        data.subject ? "Nothing is done then" : "The run then fails and nothing is written"
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
        ? `${counted(data.acceptedHunks.length, "change")} accepted, to be reviewed again.`
        : "It was approved.",
      "approval",
    );
  },
  "approval.rejected": (ledger, event) => {
    const { data } = event;
    if (data.actorType === "coordinator") return rejectedByCoordinator(ledger, event);
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

/** The coordinator decided for a person: a notification says what it ended. */
function rejectedByCoordinator(ledger: Ledger, event: StoredEvent): void {
  const id = idOf(event);
  const run = runRow(ledger.tables, ledger.runId);
  ledger.withdraw(id);
  if (!run) return;
  ledger.raise({
    category: "failure",
    severity: "info",
    title: `Rejected by the coordinator: ${run.label}`,
    detail: "The coordinator rejected a checkpoint that it may decide, so the run ended.",
    ifIgnored: "Nothing. The work stays undone until you retry or archive the run.",
    subject: ledger.runId,
    sourceIds: [ledger.runId],
    open: true,
  });
}
