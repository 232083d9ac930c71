import { financelinkAccountStream, itemStream } from "../../../store/financelink/item_stream.ts";
import { oauthAccountStream } from "../../../store/oauth/account_stream.ts";
import { oauthAppStream } from "../../../store/oauth/app_stream.ts";
import { sha256 } from "../../../store/chain.ts";
import { LOCAL_SOURCE, plannerSourceStream } from "../../../store/planner/source_stream.ts";
import { NEW_TASK, type TaskChange } from "../../../store/planner/task.ts";
import type { TaskRow } from "../../../store/planner/task_rows.ts";
import { type Core, type Ctx, record } from "../../ground/kernel/context.ts";
import { forecastOf } from "../../accounts/oauth/forecast.ts";
import { sourcesOf } from "../planner_settings/settings.ts";
import { nextOrder } from "./tasks/create.ts";

const MAX_CHANGES = 200;
const NEXT =
  "Do this on the Connections page. The connection keeps its id, and everything that uses it continues.";

/** Something that a person has to fix by a day, or why there is nothing. */
type Need = { title: string; content: string; date: string; since?: boolean } | "mended" | "unwanted";

type Reader = Pick<Core, "store">;

/** Returns what each connection needs, by a stable key. */
function* needs({ store }: Reader): Generator<[key: string, need: Need]> {
  const included = new Set(
    store.documents.all(financelinkAccountStream, {})
      .filter(({ enabled, includeInPlanner }) => enabled && includeInPlanner).map(({ itemId }) => itemId),
  );
  for (const item of store.documents.all(itemStream, {})) {
    const { id, status, consentExpiresAt, lastCheckedAt, institution: { name } } = item;
    const works = status === "healthy" || status === "login_required" || status === "error";
    const isWanted = works && included.has(id);
    const ends = `It cannot be read after that. ${NEXT}`;
    const consent = dated(consentExpiresAt, `Renew the consent at ${name}`, ends);
    yield [`${id}/consent`, isWanted ? consent : "unwanted"];
    // A check that failed for another reason says nothing about the login.
    if (status === "error") continue;
    const content = `The institution requires it. ${NEXT}`;
    const login = dated(
      status === "login_required" ? lastCheckedAt : null,
      `Sign in again at ${name}`,
      content,
    );
    yield [
      `${id}/login`,
      !isWanted ? "unwanted" : typeof login === "string" ? login : { ...login, since: true },
    ];
  }
  const used = new Set(sourcesOf({ store }).map(({ config }) => config.accountId));
  for (const account of store.documents.all(oauthAccountStream, {})) {
    const { id, connectorId, status, warned, label } = account;
    const app = store.documents.get(oauthAppStream, connectorId);
    const isNear = status === "reauth_required" || status === "quarantined" || warned.length > 0;
    const { needsHumanBy, reason } = app && isNear ? forecastOf(app, account) : NOTHING;
    const need = dated(needsHumanBy, `Reconnect ${label}`, `${reason} ${NEXT}`);
    yield [id, used.has(id) && status !== "revoked" ? need : "unwanted"];
  }
}

const NOTHING = { needsHumanBy: null, reason: "" };

const dated = (at: string | null, title: string, content: string): Need =>
  at === null ? "mended" : { title, content, date: at.slice(0, 10) };

/** Returns the changes that the planner's tasks need. What a person did with one stays until its day changes. */
function changes(ctx: Reader & Pick<Core, "now">): { id: string; set: TaskChange }[] {
  const found: { id: string; set: TaskChange }[] = [];
  for (const [key, need] of needs(ctx)) {
    const id = `plt_${sha256(`connections/${key}`).slice(0, 26)}`;
    const row = ctx.store.projector.tables.get<Pick<TaskRow, "due" | "state">>(
      "select due, state from {planner_tasks} where id = ?",
      id,
    );
    const at = ctx.now().toISOString();
    if (typeof need === "string") {
      if (row?.state !== "open") continue;
      const ended = need === "mended"
        ? { state: "done", progress: 100, completedAt: at } as const
        : { state: "archived", archivedAt: at, scheduled: null } as const;
      found.push({ id, set: { ...ended, due: null } });
    } else if (row?.due !== need.date && !(need.since && row?.state === "open")) {
      const { date, since: _, ...words } = need;
      const again = {
        state: "open",
        progress: 0,
        completedAt: null,
        archivedAt: null,
        due: { date },
      } as const;
      const first = { ...NEW_TASK, tags: ["connections"], order: nextOrder(ctx) + found.length };
      found.push({ id, set: { ...(row ? {} : first), ...words, ...again } });
    }
  }
  return found.slice(0, MAX_CHANGES);
}

/** When the planner's tasks have to follow a changed connection: now, or not at all. */
export const nextNeed = (ctx: Core): Date | null => changes(ctx).length > 0 ? ctx.now() : null;

/** Creates tasks for what a person has to fix, and completes those that are fixed. */
export function followConnections(ctx: Ctx): void {
  const data = { changes: changes(ctx) };
  if (data.changes.length === 0) return;
  record(ctx, plannerSourceStream, LOCAL_SOURCE, [{ type: "planner.tasks_changed", data }]);
}
