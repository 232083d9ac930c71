import type { DAVCalendar, DAVResponse } from "tsdav";
import { recordOf } from "../../../store/shared/records.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import type { Content } from "./content.ts";
import { textOf } from "./dav_text.ts";

const MAX_OBJECT_CHARACTERS = 1024 * 1024;
const NAMESPACES = { "xmlns:d": "DAV:", "xmlns:c": "urn:ietf:params:xml:ns:caldav" };
/** How many objects are requested at once. */
const PAGE = 100;

type Library = Pick<
  typeof import("tsdav"),
  "davRequest" | "fetchCalendars" | "fetchHomeUrl" | "fetchPrincipalUrl" | "syncCollection"
>;

/** The library, and the connection to the server. */
export type Dav = { tsdav: Library; fetch: typeof fetch };

/** Returns the path of something that a response names. */
export const pathOf = (base: string, href: string): string => new URL(href, base).pathname;

/** Attributes contain no `<`, so that each character of a list that never ends is read once. */
const END = /<(?:\/(?:[\w.-]+:)?multistatus\s*|(?:[\w.-]+:)?multistatus\s[^<>]*\/)>/;

/** Whether XML has the end of a list of a CalDAV server. */
export const isWholeList = (text: string): boolean => END.test(text);

/** Throws unless a server answered with a list: what a page of another kind does not name would count as removed. */
export function requireList(url: string, responses: readonly DAVResponse[], what: string): void {
  if (typeof recordOf(responses[0]?.raw).multistatus === "object") return;
  throw new UnavailableError(`${new URL(url).host} did not answer with a list when asked for ${what}.`);
}

/** Returns a path in the spelling in which it is compared: servers encode more or fewer characters of it. */
function spelt(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Reads objects of a calendar into `content`; reports those that are missing or too large. Resolves with false if the server did not
 * return some of them.
 */
export async function readObjects(
  { tsdav, fetch }: Dav,
  { url }: DAVCalendar,
  paths: readonly string[],
  content: Content,
): Promise<boolean> {
  let isWhole = true;
  const missing = (ref: string, why: string) => {
    isWhole = false;
    content.errors.push({ ref, reason: `The server did not return this object${why}.` });
  };
  for (let from = 0; from < paths.length; from += PAGE) {
    const page = paths.slice(from, from + PAGE);
    // The library's own query fails as a whole where one object was removed meanwhile.
    const asked = {
      _attributes: NAMESPACES,
      "d:prop": { "d:getetag": {}, "c:calendar-data": {} },
      "d:href": page,
    };
    const responses = await tsdav.davRequest({
      url,
      init: {
        method: "REPORT",
        namespace: "c",
        headers: { depth: "1" },
        body: { "calendar-multiget": asked },
      },
      fetch,
    });
    const [first] = responses;
    if (first && !first.ok && first.href === url) {
      throw new UnavailableError(
        `${new URL(url).host} answered with ${first.status} when asked for events.`,
      );
    }
    requireList(url, responses, "events");
    const named = new Set(
      responses.flatMap(({ href }) => href === undefined ? [] : spelt(pathOf(url, href))),
    );
    for (const ref of page.filter((ref) => !named.has(spelt(ref)))) missing(ref, "");
    for (const { href, status, props } of responses) {
      if (href === undefined || status === 404) continue;
      const ref = pathOf(url, href);
      const data = props?.calendarData?._cdata ?? props?.calendarData;
      if (typeof data !== "string") missing(ref, ` (${status})`);
      else if (data.length > MAX_OBJECT_CHARACTERS) {
        content.errors.push({ ref, reason: "It is larger than 1 MiB." });
      } else {
        content.texts.push({
          ref,
          calendarId: new URL(url).pathname,
          etag: textOf(props?.getetag),
          text: data,
        });
      }
    }
  }
  return isWhole;
}
