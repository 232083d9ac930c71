import { calendarFile, event } from "../planner/planner_world.ts";
import type { Payload, Prober } from "./prober.ts";

const DAY_MILLISECONDS = 86_400_000;

/** The next day's date as iCalendar writes it. */
const tomorrow = () => new Date(Date.now() + DAY_MILLISECONDS).toISOString().slice(0, 10).replaceAll("-", "");

/** A source of two meetings that overlap and a day off, read once. */
export const calendarOf = (probe: Prober): Promise<Payload> =>
  probe.once("a calendar", async () => {
    const others = [
      "ORGANIZER:mailto:ann@home.example",
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@work.example",
    ];
    const path = calendarFile([
      event({ uid: "one", start: `${tomorrow()}T100000Z`, title: "Porpoise review", lines: others }),
      event({ uid: "two", start: `${tomorrow()}T103000Z`, title: "Walrus review", lines: others }),
      event({ uid: "off", start: tomorrow(), title: "Vacation" }).replace("DTSTART:", "DTSTART;VALUE=DATE:"),
    ]);
    const sources = [{ id: "home", kind: "ics_file", path }];
    const identity = { name: "Ann", emails: ["ann@home.example"] };
    await probe.call("POST /planner/settings", { body: { timeZone: "UTC", sources, identity } });
    await probe.call("POST /planner/refresh", { body: {} });
    const artifacts = await probe.call("GET /planner/artifacts");
    return artifacts.find(({ uid }: Payload) => uid === "one");
  });
