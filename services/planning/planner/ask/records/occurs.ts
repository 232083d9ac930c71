import type { Ctx } from "../../../../ground/kernel/context.ts";
import { wallInZone, wallOf } from "../../../icalendar/wall.ts";
import type { Occurring } from "../../items/occurrences.ts";
import { dayIn } from "../../../dates/range.ts";
import { settingsOf } from "../../../planner_settings/settings.ts";
import { citeItem, type Claim } from "./proof.ts";

/** Returns when an occurrence is, with its event as the proof. */
export function occurs(ctx: Pick<Ctx, "store">, { row, item, key, start, end, allDay }: Occurring): Claim {
  const { timeZone } = settingsOf(ctx);
  const [day, lastDay] = [dayIn(start, timeZone), dayIn(Math.max(start, end - 1), timeZone)];
  const [from, to] = [start, end].map((at) => wallOf(wallInZone(at, timeZone)).slice(11, 16));
  const when = allDay
    ? (day === lastDay ? `takes all of ${day}` : `takes ${day} to ${lastDay}`)
    : day === lastDay
    ? `is on ${day} from ${from} to ${to}`
    : `is from ${day} ${from} to ${lastDay} ${to}`;
  const tentative = row.status === "tentative" ? ", and is not confirmed" : "";
  return {
    text: `"${item.title}" ${when}${tentative}.`,
    cites: [citeItem(row, item, item.title, "title", key)],
    computed: [when],
  };
}
