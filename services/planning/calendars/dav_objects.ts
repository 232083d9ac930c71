import type { DAVCalendar } from "tsdav";
import type { Content } from "./content.ts";

const MAX_OBJECT_CHARACTERS = 1024 * 1024;
/** How many objects are requested at once. */
const PAGE = 100;

type Library = Pick<
  typeof import("tsdav"),
  "calendarMultiGet" | "fetchCalendars" | "fetchHomeUrl" | "fetchPrincipalUrl" | "syncCollection"
>;

/** The library, and the connection to the server. */
export type Dav = { tsdav: Library; fetch: typeof fetch };

/** Returns the path of something that a response names. */
export const pathOf = (base: string, href: string): string => new URL(href, base).pathname;

/** Reads objects of a calendar into `content`; reports those that are missing or too large. */
export async function readObjects(
  { tsdav, fetch }: Dav,
  { url }: DAVCalendar,
  paths: readonly string[],
  content: Content,
) {
  for (let from = 0; from < paths.length; from += PAGE) {
    const responses = await tsdav.calendarMultiGet({
      url,
      props: { "d:getetag": {}, "c:calendar-data": {} },
      objectUrls: paths.slice(from, from + PAGE),
      depth: "1",
      fetch,
    });
    for (const { href, status, props } of responses) {
      if (href === undefined || status === 404) continue;
      const ref = pathOf(url, href);
      const data = props?.calendarData?._cdata ?? props?.calendarData;
      if (typeof data !== "string") {
        content.errors.push({ ref, reason: `The server did not return this object (${status}).` });
      } else if (data.length > MAX_OBJECT_CHARACTERS) {
        content.errors.push({ ref, reason: "It is larger than 1 MiB." });
      } else {
        const etag = props?.getetag === undefined ? null : String(props.getetag);
        content.texts.push({ ref, calendarId: new URL(url).pathname, etag, text: data });
      }
    }
  }
}
