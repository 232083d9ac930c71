import { approvalStream } from "../approvals/stream.ts";
import { connectorActionStream } from "../connectors/stream.ts";
import { alertHookStream } from "../alerts/stream.ts";
import { itemStream } from "../financelink/item_stream.ts";
import { idOf } from "../event.ts";
import { oauthAccountStream } from "../oauth/account_stream.ts";
import { plannerActionStream } from "../planner/action_stream.ts";
import { plannerDraftStream } from "../planner/draft_stream.ts";
import { runStream } from "../runs/stream.ts";
import { defineView, on } from "../view.ts";
import { abandon, begin, giveUp, move, patchKind, undoOf } from "./rows.ts";
import { effectStream } from "./stream.ts";

const REVOKED = {
  confirmed: "done",
  unsupported: "not_done",
  failed: "waiting",
} as const;

/**
 * What this service did outside, from the events of the domains that did it. Lists are the only reader, so it is folded when
 * there is time.
 */
export const effectsView = defineView({
  name: "effects",
  version: 1,
  lazy: true,
  tables: {
    effects: {
      erasedBy: {
        run: "run_id",
        streams: {
          approval: "subject",
          planner_action: "subject",
          planner_draft: "subject",
          connector_action: "subject",
          oauth_account: "subject",
          financelink_item: "subject",
          effect: "id",
        },
      },
      columns:
        `id text primary key, kind text not null, subject text not null, run_id text, state text not null, detail text,
        settled integer not null, begun_at text not null, updated_at text not null, sequence integer not null`,
      indexes: ["sequence", "state, sequence", "run_id", "subject"],
    },
    /** The approvals that undo a run. */
    effect_undos: {
      erasedBy: { run: "run_id", streams: { approval: "approval_id" } },
      columns: "approval_id text primary key, run_id text not null",
      indexes: ["run_id"],
    },
  },
  folds: [
    on(approvalStream, {
      "approval.requested": (tables, event) => {
        if (event.data.subject && event.data.bundle) {
          tables.run("insert into {effect_undos} values (?, ?)", idOf(event), event.data.subject.id);
        }
      },
      "approval.apply_started": (tables, event) => {
        const undo = undoOf(tables, event);
        if (undo) begin(tables, { ...event, runId: undo.run_id }, "undo");
        else if (event.runId) begin(tables, event, "patch");
      },
      "approval.applied": (tables, event) => move(tables, event, patchKind(tables, event), "done"),
      "approval.apply_failed": (tables, event) =>
        move(tables, event, patchKind(tables, event), "not_done", event.data.detail),
      "approval.stale": (tables, event) =>
        move(tables, event, patchKind(tables, event), "not_done", event.data.detail),
    }),
    on(plannerActionStream, {
      "planner.action_started": (tables, event) => begin(tables, event, "calendar_write"),
      "planner.action_finished": (tables, event) => {
        const { status, detail } = event.data;
        const state = {
          executed: "done",
          failed: "not_done",
          stale: "not_done",
          uncertain: "uncertain",
        } as const;
        move(tables, event, "calendar_write", state[status], detail);
      },
    }),
    on(plannerDraftStream, {
      "planner.draft_sending": (tables, event) => begin(tables, event, "mail", "intended"),
      "planner.draft_handed_over": (tables, event) => move(tables, event, "mail", "begun"),
      "planner.draft_finished": (tables, event) => {
        const { status, detail } = event.data;
        const state = { sent: "done", failed: "not_done", uncertain: "uncertain" } as const;
        move(tables, event, "mail", state[status], detail);
      },
    }),
    on(connectorActionStream, {
      "connector_action.started": (tables, event) => begin(tables, event, "connector_action"),
      "connector_action.verified": (tables, event) => {
        const { verdict, detail } = event.data;
        move(tables, event, "connector_action", verdict === "confirmed" ? "done" : "uncertain", detail);
      },
      "connector_action.failed": (tables, event) =>
        move(tables, event, "connector_action", "not_done", event.data.detail),
    }),
    on(runStream, { "run.completed": abandon, "run.failed": abandon, "run.cancelled": abandon }),
    on(oauthAccountStream, {
      "oauth_account.refresh_started": (tables, event) => begin(tables, event, "token_refresh"),
      "oauth_account.refreshed": (tables, event) => move(tables, event, "token_refresh", "done"),
      "oauth_account.refresh_failed": (tables, event) => {
        const { retryAt, statusReason } = event.data;
        const state = retryAt === null ? "not_done" : "waiting";
        move(tables, event, "token_refresh", state, `The server's answer: ${statusReason}.`);
      },
      "oauth_account.revoked": (tables, event) => begin(tables, event, "token_revocation", "intended"),
      "oauth_account.quarantined": (tables, event) => begin(tables, event, "token_revocation", "intended"),
      "oauth_account.remote_revocation": (tables, event) =>
        move(tables, event, "token_revocation", REVOKED[event.data.outcome], event.data.detail),
      "oauth_account.material_removed": (tables, event) => giveUp(tables, event, "token_revocation"),
    }),
    on(itemStream, {
      "financelink_item.disconnecting": (tables, event) => begin(tables, event, "bank_removal", "intended"),
      "financelink_item.quarantined": (tables, event) => begin(tables, event, "bank_removal", "intended"),
      "financelink_item.removal_answered": (tables, event) =>
        event.data.remote === "failed"
          ? move(tables, event, "bank_removal", "waiting", "The provider did not confirm the removal.")
          : move(tables, event, "bank_removal", "done"),
      "financelink_item.material_removed": (tables, event) => giveUp(tables, event, "bank_removal"),
    }),
    on(alertHookStream, {
      "alert.begun": (tables, event) => begin(tables, event, "alert", "intended", event.data.alertId),
      "alert.delivered": (tables, event) => move(tables, event, "alert", "done", null, event.data.alertId),
      "alert.failed": (tables, event) => {
        const { alertId, attempt, retryAt } = event.data;
        move(tables, event, "alert", retryAt === null ? "not_done" : "waiting", attempt.reason, alertId);
      },
      "alert.dropped": (tables, event) =>
        move(tables, event, "alert", "not_done", "All its notifications had been seen.", event.data.alertId),
    }),
    on(effectStream, {
      "effect.settled": (tables, event) => {
        const { as, note } = event.data;
        tables.run(
          `update {effects} set state = ?, detail = coalesce(?, detail), settled = 1, updated_at = ?, sequence = ?
           where id = ?`,
          as,
          note,
          event.at,
          event.seq,
          idOf(event),
        );
      },
    }),
  ],
});
