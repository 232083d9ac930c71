import type { AutomationDocument, EventTrigger } from "../../../store/automations/document.ts";
import { automationStream } from "../../../store/automations/stream.ts";
import type { StoredEvent } from "../../../store/event.ts";
import type { Core } from "../../kernel/context.ts";

/** What a context carries of triggers by events. */
export type EventWatchLive = { automations: EventWatch };

/** An automation that events trigger. */
export type Watcher = AutomationDocument & { trigger: EventTrigger };

/** How many entries of the log are looked at in one go. */
const PAGE = 1_000;

/** Looks through the log for events that trigger automations. How far it has come follows from what is recorded. */
export class EventWatch {
  #seen: number | null = null;

  constructor(readonly service: Pick<Core, "store">) {}

  /** The enabled automations that events trigger. */
  watchers(): Watcher[] {
    const { documents } = this.service.store;
    const rows = documents.tables.all<{ automation_id: string }>(
      "select automation_id from {automation_due} where event_types is not null and enabled = 1 order by automation_id",
    );
    return rows.flatMap(({ automation_id }) => {
      const automation = documents.get(automationStream, automation_id);
      return automation?.trigger.kind === "event" ? [automation as Watcher] : [];
    });
  }

  /** Whether there are events that trigger something. What triggers nothing is passed over for good. */
  hasWork(): boolean {
    return this.nextPage() !== null;
  }

  /** The next events of which one or more are of a type that somebody waits for; null where there are none. */
  nextPage(): { events: StoredEvent[]; upTo: number } | null {
    const { store } = this.service;
    const watchers = this.watchers();
    if (watchers.length === 0) {
      this.#seen = store.head;
      return null;
    }
    this.#seen ??= Math.min(...watchers.map(({ eventCursor }) => eventCursor));
    const types = new Set(watchers.flatMap(({ trigger }) => trigger.types));
    for (;;) {
      const page = store.events.after(this.#seen, PAGE);
      const upTo = page.at(-1)?.seq;
      if (upTo === undefined) return null;
      const events = page.filter(({ type, data }) => types.has(type) && data !== null);
      if (events.length > 0) return { events, upTo };
      this.#seen = upTo;
    }
  }

  /** Says that everything up to an entry has been settled. */
  settled(upTo: number): void {
    this.#seen = upTo;
  }

  /** The last entry that was looked at. */
  get seen(): number {
    return this.#seen ?? 0;
  }
}
