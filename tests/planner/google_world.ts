import { linked } from "../oauth/oauth_world.ts";
import { GoogleServer } from "./google_server.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");

/** A service with a connected account, and a source that reads its calendars. */
export async function onGoogle() {
  const time = { now: NOW };
  await using all = new AsyncDisposableStack();
  const ports: { google?: GoogleServer } = {};
  const world = all.use(await linked({ harness: { now: () => new Date(time.now) } }));
  const google = ports.google = all.use(new GoogleServer(world.server));
  google.calendar("ada@example.org");
  const { h, account } = world;
  const allow = (allowedHosts: string[]) =>
    h.operator("POST /oauth/apps/:connectorId", {
      params: { connectorId: "example" },
      body: {
        issuer: world.server.issuer,
        scopes: ["openid", "email"],
        clientId: "harness",
        clientSecret: "the-secret-of-the-client-4711",
        allowedHosts,
      },
    });
  await allow([google.host]);
  const source = {
    id: "google",
    kind: "google" as const,
    accountId: account.id,
    url: google.url,
    privateHost: google.host,
  };
  await h.operator("POST /planner/settings", { body: { timeZone: "UTC", sources: [source] } });
  const kept = all.move();
  return Object.assign(world, {
    google,
    time,
    allow,
    source,
    status: async () => (await h.operator("GET /planner/sources/status"))[0]!,
    artifacts: (query = {}) => h.operator("GET /planner/artifacts", { query }),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  });
}

/** A time of Google's. */
export const at = (time: string, timeZone = "Europe/Berlin") => ({ dateTime: time, timeZone });

/** A meeting each Monday at nine in Berlin, across the change of the clock. */
export const WEEKLY = {
  id: "weekly",
  summary: "Planning, weekly",
  start: at("2026-03-16T09:00:00+01:00"),
  end: at("2026-03-16T10:00:00+01:00"),
  recurrence: ["RRULE:FREQ=WEEKLY;COUNT=4"],
};

/** The starts of all occurrences, in order. */
export const starts = (artifacts: readonly { occurrences?: readonly { start: string }[] | undefined }[]) =>
  artifacts.flatMap(({ occurrences }) => occurrences!.map(({ start }) => start)).toSorted();

/** The range that the tests read. */
export const MARCH = { from: "2026-03-01", to: "2026-04-30" };
