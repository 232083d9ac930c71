import type { AutomationDocument } from "../../../../store/automations/document.ts";
import { automationStream } from "../../../../store/automations/stream.ts";
import { eventId } from "../../../../store/event.ts";
import { narrate } from "../../../../store/registry.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { NotFoundError } from "../../../ground/kernel/errors.ts";
import { checkLedger } from "./check_ledger.ts";
import { countOpenRuns, countsOf, newestFires, openRunsOf, showFire } from "./ledger.ts";
import { ledgerDays } from "./ledger_days.ts";
import { isScheduled, nextMoment } from "../schedule/moments.ts";
import { showTrigger } from "./shown_trigger.ts";
import type { AutomationDefinition, AutomationDetails } from "./schemas.ts";

type Reader = Pick<Core, "store" | "now">;

const NEXT_FIRES = 5;
const LEDGER_ROWS = 50;
const EVENTS = 50;

/** Returns the automation's document. Throws `NotFoundError`. */
export function requireAutomation({ store }: Pick<Core, "store">, id: string): AutomationDocument {
  const automation = store.documents.get(automationStream, id);
  if (!automation) throw new NotFoundError("automation", id);
  return automation;
}

/** Returns an automation as lists show it. */
export function showAutomation(ctx: Reader, automation: AutomationDocument): AutomationDefinition {
  const { countedFrom: _, cursor: _1, next, buffered: _2, eventCursor: _3, ...shown } = automation;
  return {
    ...shown,
    trigger: showTrigger(automation.trigger),
    nextFireAt: automation.status === "enabled" ? next?.dueAt ?? null : null,
    openRuns: countOpenRuns(ctx, automation.id),
  };
}

/** Returns an automation with its ledger and its history. */
export function showDetails(ctx: Reader, automation: AutomationDocument): AutomationDetails {
  const { id, buffered } = automation;
  return {
    ...showAutomation(ctx, automation),
    nextFires: nextFiresOf(ctx, automation),
    ledger: {
      items: newestFires(ctx, id, LEDGER_ROWS).map(showFire),
      counts: countsOf(ctx, id),
      days: ledgerDays(ctx, automation),
      check: checkLedger(ctx, automation),
    },
    waitingMoment: buffered && { fireId: buffered.fireId, dueAt: buffered.dueAt },
    openRunIds: openRunsOf(ctx, id).map(({ run_id }) => run_id),
    events: ctx.store.events.newestOfStream(`automation/${id}`, EVENTS).toReversed().map((event) => ({
      id: eventId(event.seq),
      sequence: event.seq,
      type: event.type,
      at: event.at,
      actor: event.actor,
      summary: narrate(event),
    })),
  };
}

function nextFiresOf({ now }: Reader, automation: AutomationDocument): string[] {
  if (!isScheduled(automation) || automation.status !== "enabled") return [];
  const moments: string[] = [];
  let at: number | null = Math.max(now().getTime(), Date.parse(automation.cursor));
  while (moments.length < NEXT_FIRES && (at = nextMoment(automation, at)) !== null) {
    moments.push(new Date(at).toISOString());
  }
  return moments;
}
