import { approvalStream } from "../approvals/stream.ts";
import { connectorActionStream } from "../connectors/stream.ts";
import { alertHookStream } from "../alerts/stream.ts";
import { itemStream } from "../financelink/item_stream.ts";
import { idOf, type StoredEvent } from "../event.ts";
import { oauthAccountStream } from "../oauth/account_stream.ts";
import { plannerActionStream } from "../planner/action_stream.ts";
import { plannerDraftStream } from "../planner/draft_stream.ts";
import { runStream } from "../runs/stream.ts";
import { defineView, on, type Tables } from "../view.ts";
import { closeEffects, EffectChange } from "./rows.ts";
import { effectStream } from "./stream.ts";

const REVOKED = { confirmed: "done", unsupported: "not_done", failed: "waiting" } as const;
const SENT = { sent: "done", failed: "not_done", uncertain: "uncertain" } as const;
const VERIFIED = { confirmed: "done", refuted: "uncertain" } as const;
const WRITTEN = { executed: "done", failed: "not_done", stale: "not_done", uncertain: "uncertain" } as const;

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
      indexes: ["sequence", "state, sequence", "kind, sequence", "run_id", "subject"],
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
        const { runId, data: { subject, bundle } } = event;
        if (runId && subject && bundle) {
          tables.run("insert into {effect_undos} values (?, ?)", idOf(event), runId);
        }
      },
      "approval.apply_started": (tables, event) => patchOf(tables, event)?.begin(),
      "approval.applied": (tables, event) => patchOf(tables, event)?.move("done"),
      "approval.apply_failed": (tables, event) => patchOf(tables, event)?.move("not_done", event.data.detail),
      "approval.stale": (tables, event) => patchOf(tables, event)?.move("not_done", event.data.detail),
    }),
    on(plannerActionStream, {
      "planner.action_started": (tables, event) => new EffectChange(tables, event, "calendar_write").begin(),
      "planner.action_finished": (tables, event) => {
        const { status, detail } = event.data;
        new EffectChange(tables, event, "calendar_write").move(WRITTEN[status], detail);
      },
    }),
    on(plannerDraftStream, {
      "planner.draft_sending": (tables, event) => new EffectChange(tables, event, "mail").begin("intended"),
      "planner.draft_handed_over": (tables, event) => new EffectChange(tables, event, "mail").move("begun"),
      "planner.draft_finished": (tables, event) => {
        const { status, detail } = event.data;
        new EffectChange(tables, event, "mail").move(SENT[status], detail);
      },
    }),
    on(connectorActionStream, {
      "connector_action.started": (tables, event) =>
        new EffectChange(tables, event, "connector_action").begin(),
      "connector_action.verified": (tables, event) => {
        const { verdict, detail } = event.data;
        new EffectChange(tables, event, "connector_action").move(VERIFIED[verdict], detail);
      },
      "connector_action.failed": (tables, event) =>
        new EffectChange(tables, event, "connector_action").move("not_done", event.data.detail),
    }),
    on(runStream, { "run.completed": abandon, "run.failed": abandon, "run.cancelled": abandon }),
    on(oauthAccountStream, {
      "oauth_account.connected": (tables, event) => {
        endRefresh(tables, event, "The account was connected again.");
        const revocation = new EffectChange(tables, event, "token_revocation");
        const detail = "The account was connected again before its server confirmed the end of the access.";
        revocation.close({ state: "uncertain", detail });
        revocation.keepAsEarlier();
      },
      "oauth_account.refresh_started": (tables, event) =>
        new EffectChange(tables, event, "token_refresh").begin(),
      "oauth_account.refreshed": (tables, event) =>
        new EffectChange(tables, event, "token_refresh").move("done"),
      "oauth_account.refresh_failed": (tables, event) => {
        const { retryAt, statusReason } = event.data;
        const state = retryAt === null ? "not_done" : "waiting";
        const detail = `The server's answer: ${statusReason}.`;
        new EffectChange(tables, event, "token_refresh").move(state, detail);
      },
      "oauth_account.quarantined": endAccess,
      "oauth_account.revoked": endAccess,
      "oauth_account.remote_revocation": (tables, event) => {
        const { outcome, detail } = event.data;
        new EffectChange(tables, event, "token_revocation").move(REVOKED[outcome], detail);
      },
      "oauth_account.material_removed": (tables, event) =>
        new EffectChange(tables, event, "token_revocation").close({ state: "uncertain" }),
    }),
    on(itemStream, {
      "financelink_item.disconnecting": (tables, event) =>
        new EffectChange(tables, event, "bank_removal").intendOnce(),
      "financelink_item.quarantined": (tables, event) =>
        new EffectChange(tables, event, "bank_removal").intendOnce(),
      "financelink_item.removal_answered": (tables, event) => {
        const removal = new EffectChange(tables, event, "bank_removal");
        if (event.data.remote !== "failed") removal.move("done");
        else removal.move("waiting", "The provider did not confirm the removal.");
      },
      "financelink_item.material_removed": (tables, event) =>
        new EffectChange(tables, event, "bank_removal").close({ state: "uncertain" }),
    }),
    on(alertHookStream, {
      "alert.begun": (tables, event) => alertOf(tables, event).begin("intended"),
      "alert.delivered": (tables, event) => alertOf(tables, event).move("done"),
      "alert.failed": (tables, event) => {
        const { attempt, retryAt } = event.data;
        alertOf(tables, event).move(retryAt === null ? "not_done" : "waiting", attempt.reason);
      },
      "alert.dropped": (tables, event) =>
        alertOf(tables, event).move("not_done", "All its notifications had been seen."),
      "alert_hook.set": dropAlerts,
      "alert_hook.removed": dropAlerts,
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

/** Returns the effect of an approval's patch; null for other approvals, whose domains record what they do. */
function patchOf(tables: Tables, event: StoredEvent): EffectChange | null {
  const undo = tables.get<{ run_id: string }>(
    "select run_id from {effect_undos} where approval_id = ?",
    idOf(event),
  );
  if (undo) return new EffectChange(tables, { ...event, runId: undo.run_id }, "undo");
  return event.runId ? new EffectChange(tables, event, "patch") : null;
}

const alertOf = (tables: Tables, event: StoredEvent<string, { alertId: string }>): EffectChange =>
  new EffectChange(tables, event, "alert", event.data.alertId);

/** A run that has ended does not ask a connector any more what became of an action. */
function abandon(tables: Tables, event: StoredEvent): void {
  const detail = "The run ended before the connector said what became of it.";
  const condition = "kind = 'connector_action' and run_id = ?";
  closeEffects(tables, event, { state: "uncertain", detail }, condition, idOf(event));
}

function endAccess(tables: Tables, event: StoredEvent): void {
  endRefresh(tables, event, "The access of the account was ended.");
  new EffectChange(tables, event, "token_revocation").intendOnce();
}

const endRefresh = (tables: Tables, event: StoredEvent, detail: string): void =>
  new EffectChange(tables, event, "token_refresh").close({ state: "not_done", detail });

/** An alert is never sent to another hook than the one that it was for. */
function dropAlerts(tables: Tables, event: StoredEvent): void {
  closeEffects(tables, event, { state: "not_done", detail: "The hook was changed." }, "kind = ?", "alert");
}
