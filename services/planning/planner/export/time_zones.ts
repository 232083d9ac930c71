import type { Item } from "../../../../store/planner/item.ts";
import { statedZone } from "../../icalendar/stated_zone.ts";
import { wallSeconds } from "../../icalendar/wall.ts";
import type { StatedZone, Zone } from "../../icalendar/zone.ts";
import type { Component } from "../../calendar_objects/object_text.ts";
import { type Form, formAt } from "../../icalendar/time_text.ts";
import { timeZoneComponent } from "../../calendar_objects/vtimezone.ts";

/** The time zones of one file. Different rules that calendars state under one name get different names. */
export class FileZones {
  readonly #stated = new Map<string, StatedZone | null>();
  readonly #names = new Set<string>();
  readonly #first = new Map<Zone, number>();

  /** Returns how an event writes its times, and remembers its zone for `components`. */
  formOf({ start, timeZoneRules }: Item): Form {
    const { allDay, timeZone, local } = start!;
    const zone = timeZoneRules && timeZone !== null ? this.#statedAs(timeZone, timeZoneRules) : timeZone;
    const form = formAt({ allDay, zone });
    if (form.kind === "zone") {
      const seconds = wallSeconds(local);
      this.#first.set(form.zone, Math.min(seconds, this.#first.get(form.zone) ?? seconds));
    }
    return form;
  }

  /** Returns the descriptions of all zones that events were written in. */
  components(now: Date): Component[] {
    return [...this.#first].map(([zone, first]) =>
      timeZoneComponent(zone, first, Math.max(first, now.getTime() / 1000))
    );
  }

  #statedAs(name: string, rules: readonly string[]): StatedZone | null {
    const text = rules.join("\n");
    const known = this.#stated.get(text);
    if (known !== undefined) return known;
    let own = name;
    for (let n = 2; this.#names.has(own); n++) own = `${name} ${n}`;
    this.#names.add(own);
    const zone = statedZone(own, rules.map((line) => /^TZID[;:]/i.test(line) ? `TZID:${own}` : line));
    this.#stated.set(text, zone);
    return zone;
  }
}
