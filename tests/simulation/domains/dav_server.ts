import { calendar, event } from "../../planner/planner_world.ts";
import type { Received, Reply } from "../network.ts";

/** The calendar of the one user. */
export const COLLECTION = "/ann/work/";

const PROPERTIES = `
  <d:current-user-principal><d:href>/ann/</d:href></d:current-user-principal>
  <c:calendar-home-set><d:href>/ann/</d:href></c:calendar-home-set>`;
const CALENDAR = `
  <d:displayname>Work</d:displayname>
  <d:resourcetype><d:collection/><c:calendar/></d:resourcetype>
  <c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>
  <d:current-user-privilege-set><d:privilege><d:all/></d:privilege></d:current-user-privilege-set>`;

type Stored = { text: string; etag: string };

/** A CalDAV server with one calendar, as RFC 4791 and RFC 6578 have it, and the other people who change it. */
export class DavServer {
  readonly #objects = new Map<string, Stored>();
  /** The path of each change, in order; a sync token counts them. */
  readonly #changes: string[] = [];

  /** The title and start of each event, in no order. */
  get events(): string[] {
    return [...this.#objects.values()].map(({ text }) => {
      const [, title] = /^SUMMARY:(.*?)\r?$/m.exec(text)!;
      const [, start] = /^DTSTART.*:(\d{8}T\d{6}Z)\r?$/m.exec(text)!;
      return `${title} ${start}`;
    });
  }

  /** Someone else adds an event, or moves one that has this title. */
  add(title: string, start: string): void {
    const path = this.#pathOf(title) ?? `${COLLECTION}${title.replace(" ", "-")}.ics`;
    this.#put(path, calendar([event({ uid: title, title, start })]));
  }

  /** Someone else removes the event with this title. */
  remove(title: string): void {
    const path = this.#pathOf(title);
    if (path !== null) this.#remove(path);
  }

  readonly answer = (request: Received): Reply => {
    const { method, path, body } = request;
    switch (method) {
      case "OPTIONS":
        return { status: 200, body: "", headers: { dav: "1, 3, calendar-access" } };
      case "PROPFIND":
        return multistatus(this.#described(path, request.headers.depth ?? "0"));
      case "REPORT":
        return /sync-collection/.test(body) ? this.#changesSince(body) : multistatus(this.#contents(body));
      case "GET":
        return this.#given(path);
      default:
        return this.#write(request);
    }
  };

  #described(path: string, depth: string): string {
    const own = path === COLLECTION
      ? CALENDAR
      : `<d:resourcetype><d:collection/></d:resourcetype>${PROPERTIES}`;
    const below = depth === "1" && path === "/ann/" ? found(COLLECTION, CALENDAR) : "";
    return found(path, own) + below;
  }

  #changesSince(body: string): Reply {
    const since = Number(/<[^>]*sync-token>([0-9]+)</.exec(body)?.[1] ?? 0);
    const paths = new Set(since === 0 ? this.#objects.keys() : this.#changes.slice(since - 1));
    const responses = [...paths].map((path) => {
      const stored = this.#objects.get(path);
      return stored ? found(path, `<d:getetag>${escaped(stored.etag)}</d:getetag>`) : gone(path);
    });
    return multistatus(`${responses.join("")}<d:sync-token>${this.#changes.length + 1}</d:sync-token>`);
  }

  #contents(body: string): string {
    return [...body.matchAll(/<[^/>]*href>([^<]+)</g)].map(([, href]) => {
      const path = new URL(href!, "https://dav.example.com").pathname;
      const stored = this.#objects.get(path);
      if (!stored) return gone(path);
      return found(
        path,
        `<d:getetag>${escaped(stored.etag)}</d:getetag><c:calendar-data>${
          escaped(stored.text)
        }</c:calendar-data>`,
      );
    }).join("");
  }

  #given(path: string): Reply {
    const stored = this.#objects.get(path);
    if (!stored) return { status: 404, body: "" };
    return {
      status: 200,
      body: stored.text,
      headers: { "content-type": "text/calendar", etag: stored.etag },
    };
  }

  #write({ method, path, body, headers }: Received): Reply {
    const stored = this.#objects.get(path);
    const isWanted = headers["if-none-match"] === "*" ? !stored : headers["if-match"] === stored?.etag;
    if (!isWanted) return { status: 412, body: "" };
    if (method === "DELETE") this.#remove(path);
    else this.#put(path, body);
    const etag = this.#objects.get(path)?.etag;
    return { status: 204, body: "", ...(etag !== undefined && { headers: { etag } }) };
  }

  #put(path: string, text: string): void {
    this.#changes.push(path);
    this.#objects.set(path, { text, etag: `"${this.#changes.length}"` });
  }

  #remove(path: string): void {
    this.#changes.push(path);
    this.#objects.delete(path);
  }

  #pathOf(title: string): string | null {
    const found = [...this.#objects].find(([, { text }]) => text.includes(`SUMMARY:${title}\r\n`));
    return found?.[0] ?? null;
  }
}

const found = (path: string, properties: string): string =>
  `<d:response><d:href>${path}</d:href><d:propstat><d:prop>${properties}</d:prop>` +
  `<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;

const gone = (path: string): string =>
  `<d:response><d:href>${path}</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>`;

const multistatus = (content: string): Reply => ({
  status: 207,
  body: `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">` +
    `${content}</d:multistatus>`,
  headers: { "content-type": "application/xml; charset=utf-8" },
});

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("\r", "&#13;");
