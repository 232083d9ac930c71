import type { OidcServer } from "../oauth/oidc_server.ts";

/** An event as the Calendar API gives it. */
export type Event = { id: string; status?: string } & Record<string, unknown>;

type Versioned = { version: number; event: Event };

/**
 * A server that speaks version 3 of Google's Calendar API: the list of calendars, events in pages, sync tokens that one day are
 * no longer known (410), and errors with reasons. It lets in whoever has a token of the OpenID server.
 */
export class GoogleServer {
  #version = 0;
  /** Sync tokens below are no longer known. */
  #oldest = 0;
  readonly calendars = new Map<string, { role: string; events: Map<string, Versioned> }>();
  /** Paths that were asked for, with their queries. */
  readonly asked: string[] = [];
  /** Answers before anything else, where it gives something. */
  before: (path: string) => Response | undefined = () => undefined;
  pageSize = 250;
  readonly #http: Deno.HttpServer<Deno.NetAddr>;

  constructor(readonly oidc: OidcServer) {
    this.#http = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) => this.#answer(request),
    );
  }

  get host(): string {
    return `127.0.0.1:${this.#http.addr.port}`;
  }

  get url(): string {
    return `http://${this.host}/calendar/v3`;
  }

  /** Adds a calendar to the list. */
  calendar(id: string, role = "owner"): void {
    this.calendars.set(id, { role, events: new Map() });
  }

  /** Stores an event, or changes one. */
  put(calendarId: string, event: Event): void {
    const withUid = {
      status: "confirmed",
      iCalUID: `${event.id}@google.com`,
      etag: `"${this.#version}"`,
      ...event,
    };
    this.calendars.get(calendarId)!.events.set(event.id, { version: ++this.#version, event: withUid });
  }

  /** Cancels an event. Of one that is gone the API tells little more than its id. */
  cancel(calendarId: string, id: string, more: Record<string, unknown> = {}): void {
    const { events } = this.calendars.get(calendarId)!;
    events.set(id, { version: ++this.#version, event: { id, status: "cancelled", ...more } });
  }

  /** Forgets all sync tokens that were given until now. */
  forgetTokens(): void {
    this.#oldest = ++this.#version;
  }

  async #answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/calendar\/v3/, "");
    this.asked.push(`${path}${url.search}`);
    const early = this.before(path);
    if (early) return early;
    const token = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
    if (token === undefined || !await this.oidc.isActive(token)) return problem(401, "authError");
    if (path === "/users/me/calendarList") {
      const items = [...this.calendars].map(([id, { role }]) => ({
        id,
        summary: `The ${id}`,
        accessRole: role,
      }));
      return Response.json({ kind: "calendar#calendarList", items });
    }
    const [, calendarId, eventId] = /^\/calendars\/([^/]+)\/events(?:\/([^/]+))?$/.exec(path) ?? [];
    const calendar = calendarId && this.calendars.get(decodeURIComponent(calendarId));
    if (!calendar) return problem(404, "notFound");
    if (eventId === undefined) return this.#list(calendar.events, url.searchParams);
    const found = calendar.events.get(decodeURIComponent(eventId));
    return found ? Response.json(found.event) : problem(404, "notFound");
  }

  #list(events: ReadonlyMap<string, Versioned>, query: URLSearchParams): Response {
    const syncToken = query.get("syncToken");
    if (syncToken !== null && query.has("iCalUID")) return problem(400, "badRequest");
    const since = syncToken === null ? -1 : Number(syncToken.replace("after-", ""));
    if (syncToken !== null && since < this.#oldest) return problem(410, "fullSyncRequired");
    const uid = query.get("iCalUID");
    const wanted = [...events.values()].filter(({ version, event }) => {
      if (version <= since) return false;
      const series = event.recurringEventId as string | undefined;
      if (uid !== null) {
        const own = event.iCalUID ?? (series && events.get(series)?.event.iCalUID);
        if (own !== uid) return false;
      }
      // Cancelled exceptions of a series are listed as long as it is there; what else is cancelled, in changes alone.
      return event.status !== "cancelled" || syncToken !== null || series !== undefined;
    }).map(({ event }) => event);
    const from = Number(query.get("pageToken") ?? 0);
    const items = wanted.slice(from, from + this.pageSize);
    const next = from + this.pageSize;
    return Response.json({
      kind: "calendar#events",
      items,
      ...(next < wanted.length
        ? { nextPageToken: String(next) }
        : { nextSyncToken: `after-${this.#version}` }),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#http.shutdown();
  }
}

/** An error as the API words it. */
export const problem = (status: number, reason: string): Response =>
  Response.json({ error: { code: status, message: `words of ${reason}`, errors: [{ reason }] } }, { status });
