import { itemStream } from "../../../store/financelink/item_stream.ts";
import { oauthAccountStream } from "../../../store/oauth/account_stream.ts";
import { oauthAppStream } from "../../../store/oauth/app_stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { forecastOf } from "../../accounts/oauth/forecast.ts";
import { OF_NO_PLANNER } from "./of_no_planner.ts";
import type { ScheduledEvent } from "./calendar_href.ts";

/**
 * Returns when accounts and banks need a person, between two times. Those that must already be reconnected are listed
 * elsewhere.
 */
export function connectionEvents(
  { store: { documents } }: Pick<Core, "store">,
  first: string,
  last: string,
): ScheduledEvent[] {
  const accounts = documents.all(oauthAccountStream, {}).flatMap((account) => {
    const app = documents.get(oauthAppStream, account.connectorId);
    if (!app || account.status === "revoked") return [];
    const { needsHumanBy, reason } = forecastOf(app, account);
    return needsHumanBy === null ? [] : [{ ...account, by: needsHumanBy, detail: reason }];
  });
  const items = documents.all(itemStream, {}).flatMap((item) => {
    const { consentExpiresAt: by, removalAskedAt, institution } = item;
    if (by === null || removalAskedAt !== null) return [];
    return [{ ...item, by, label: institution.name, detail: "The consent ends then." }];
  });
  return [...accounts, ...items].filter(({ by }) => by >= first && by <= last).map((
    { id, label, by, detail, status },
  ) => ({
    ...OF_NO_PLANNER,
    id,
    kind: "connection",
    title: `Action needed by then: ${label}`,
    detail: `${detail} Reconnect it before that.`,
    start: by,
    end: null,
    status,
    runId: null,
    approvalId: null,
    automationId: null,
  }));
}
