import type { DAVCalendar, DAVResponse } from "tsdav";
import type { SourceConfig } from "../../../store/planner/settings.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { PACKAGES } from "../../ground/kernel/packages.later.ts";
import { AuthRequiredError, type Content, contentOf, type SourceRequest } from "./content.ts";
import { davFetch } from "./dav_fetch.ts";
import { textOf } from "./dav_text.ts";
import { type Dav, pathOf, readObjects, requireList } from "./dav_objects.ts";
import type { SourceLive } from "./live.ts";
import { messageOf } from "../../../store/shared/message_of.ts";
import { recordOf } from "../../../store/shared/records.ts";

/** The changes of one calendar on a server. */
type Changes = { changed: string[]; gone: string[]; token: string | null; resync: string | null };

/** Asks a CalDAV server for changes since the last time, in each of its calendars. Null without any. */
export async function fetchCalDav(
  ctx: Ctx<SourceLive>,
  config: SourceConfig,
  { sync, signal }: SourceRequest,
): Promise<Content | null> {
  const dav: Dav = { tsdav: await PACKAGES.tsdav(), fetch: await davFetch(ctx, config, signal) };
  const calendars = await calendarsOf(dav, config);
  const { headers } = await dav.fetch(calendars[0]!.url, { method: "OPTIONS" });
  const autoSchedules = /calendar-auto-schedule/i.test(headers.get("dav") ?? "");
  const collections = calendars.map((calendar) => shownCollection(calendar, autoSchedules));
  const content = contentOf({ full: sync === null, collections });
  for (const calendar of calendars) {
    const path = new URL(calendar.url).pathname;
    const known = sync?.tokens[path] ?? null;
    const changes = await changesOf(dav, calendar, known);
    if (changes.resync !== null) return await fullAfter(ctx, config, signal, changes.resync);
    if (sync !== null && known === null) {
      return await fullAfter(ctx, config, signal, `The calendar ${path} is new.`);
    }
    content.gone.push(...changes.gone);
    const isWhole = await readObjects(dav, calendar, changes.changed, content);
    // What was not returned is asked for again.
    const token = isWhole ? changes.token : known;
    if (token !== null) content.sync.tokens[path] = token;
  }
  if (sync !== null && Object.keys(sync.tokens).some((path) => !(path in content.sync.tokens))) {
    return await fullAfter(ctx, config, signal, "A calendar no longer exists.");
  }
  const { full, texts, gone, errors } = content;
  return full || texts.length + gone.length + errors.length > 0 ? content : null;
}

async function fullAfter(
  ctx: Ctx<SourceLive>,
  config: SourceConfig,
  signal: AbortSignal,
  why: string,
): Promise<Content> {
  return { ...(await fetchCalDav(ctx, config, { sync: null, signal }))!, resyncReason: why };
}

async function calendarsOf({ tsdav, fetch }: Dav, config: SourceConfig): Promise<DAVCalendar[]> {
  const serverUrl = config.url!;
  const account = { accountType: "caldav" as const, serverUrl, rootUrl: serverUrl, credentials: {} };
  const found = await explained(serverUrl, async () => {
    const principalUrl = await tsdav.fetchPrincipalUrl({ account, fetch });
    const homeUrl = await tsdav.fetchHomeUrl({ account: { ...account, principalUrl }, fetch });
    return await tsdav.fetchCalendars({
      account: { ...account, principalUrl, homeUrl },
      props: CALENDAR_PROPERTIES,
      projectedProps: { currentUserPrivilegeSet: true },
      fetch,
    });
  });
  const wanted = config.collections;
  const calendars = found.filter(({ url }) => wanted === null || wanted.includes(new URL(url).pathname));
  if (calendars.length > 0) return calendars;
  const known = found.map(({ url }) => new URL(url).pathname).join(", ") || "none";
  throw new UnavailableError(`The server has none of the configured calendars. Its calendars: ${known}.`);
}

/** Converts errors of the library to sentences that name the server. */
async function explained<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof AuthRequiredError || recordOf(cause).code !== undefined) throw cause;
    const { host } = new URL(url);
    throw new UnavailableError(
      `${host} does not respond like a CalDAV server at this URL (${messageOf(cause).slice(0, 200)}).`,
      { cause },
    );
  }
}

/** Asks for changes until the server has listed all: one that lists only some says so with 507 (RFC 6578, 3.6). */
async function changesOf(dav: Dav, calendar: DAVCalendar, token: string | null): Promise<Changes> {
  const { next, ...changes } = await someChanges(dav, calendar, token);
  let more = next;
  while (more !== null) {
    const later = await someChanges(dav, calendar, more);
    if (later.resync !== null) throw new UnavailableError(later.resync);
    changes.changed.push(...later.changed);
    changes.gone.push(...later.gone);
    changes.token = later.token;
    more = later.next;
  }
  return changes;
}

/** Returns what the server lists at once, and the token of the next ones if there are more. */
async function someChanges(
  { tsdav, fetch }: Dav,
  { url }: DAVCalendar,
  token: string | null,
): Promise<Changes & { next: string | null }> {
  const responses = await tsdav.syncCollection({
    url,
    props: { "d:getetag": {} },
    syncLevel: 1,
    ...(token !== null && { syncToken: token }),
    fetch,
  });
  const [first] = responses;
  const next = tokenIn(responses);
  if (first && !first.ok && first.status !== 404 && first.href === url && next === null) {
    if (token !== null && [400, 403, 409, 410].includes(first.status)) {
      const nothing = { changed: [], gone: [], token: null, next: null };
      return {
        ...nothing,
        resync: `The server no longer knows the state of the last refresh (${first.status}).`,
      };
    }
    throw new UnavailableError(
      `${new URL(url).host} answered with ${first.status} when asked for changes.`,
    );
  }
  requireList(url, responses, "changes");
  const isItself = ({ href }: DAVResponse) => pathOf(url, href!) === new URL(url).pathname;
  const named = responses.filter(({ href }) => href !== undefined);
  const objects = named.filter((each) => !isItself(each));
  const isCut = named.some((each) => each.status === 507 && isItself(each));
  if (isCut && (next === null || next === token)) {
    throw new UnavailableError(`${new URL(url).host} does not list all changes.`);
  }
  const paths = (wanted: (response: DAVResponse) => boolean) =>
    objects.filter(wanted).map(({ href }) => pathOf(url, href!));
  return {
    changed: paths(({ status }) => status !== 404),
    gone: paths(({ status }) => status === 404),
    token: next,
    resync: null,
    next: isCut ? next : null,
  };
}

function tokenIn(responses: readonly DAVResponse[]): string | null {
  return textOf(recordOf(recordOf(responses[0]?.raw).multistatus).syncToken);
}

const CALENDAR_PROPERTIES = {
  "d:displayname": {},
  "d:resourcetype": {},
  "c:supported-calendar-component-set": {},
  "d:sync-token": {},
  "d:current-user-privilege-set": {},
};

function shownCollection(
  { url, displayName, components = [], projectedProps }: DAVCalendar,
  autoSchedules: boolean,
) {
  const id = new URL(url).pathname;
  const privileges = JSON.stringify(projectedProps?.currentUserPrivilegeSet ?? null);
  return {
    id,
    label: textOf(displayName)?.slice(0, 200) ?? id,
    components,
    readOnly: privileges !== "null" && !/"(?:all|write|writeContent|bind)"/.test(privileges),
    autoSchedules,
  };
}
