import type { AutomationDocument, EventTrigger } from "../../../../store/automations/document.ts";
import { automationStream } from "../../../../store/automations/stream.ts";
import type { StoredEvent } from "../../../../store/event.ts";
import type { Core } from "../../../ground/kernel/context.ts";

/** What a context has for triggers by events. */
export type EventWatchLive = { automations: EventWatch };

/** An automation that events trigger. */
export type Watcher = AutomationDocument & { trigger: EventTrigger };

/** How many entries of the log are read at a time. */
const PAGE = 1_000;

/** Searches the log for events that trigger automations. Its progress follows from what is recorded. */
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

  /** Returns whether there are events that trigger something. Events that trigger nothing are skipped for good. */
  hasWork(): boolean {
    return this.nextPage() !== null;
  }

  /** Returns the next events that include one of an awaited type, or null. */
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

  /** Continues after an entry: everything up to it has triggered what it can. */
  advance(upTo: number): void {
    this.#seen = upTo;
  }

  /** The last entry that was checked. */
  get seen(): number {
    return this.#seen ?? 0;
  }
}
