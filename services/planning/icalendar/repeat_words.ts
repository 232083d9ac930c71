import { RRuleTemporal } from "rrule-temporal";
import { toText } from "rrule-temporal/totext";

/** Returns a repetition rule in words, such as `every 2 weeks on Monday`. */
export const repeatWords = (rrule: string): string =>
  toText(new RRuleTemporal({ rruleString: `DTSTART;TZID=UTC:20260101T000000\nRRULE:${rrule}` }));
