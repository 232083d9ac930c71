import type { z } from "zod";
import { ITEM_TYPES } from "../../../../store/shared/enumerations.ts";
import type { Core, Ctx } from "../../../ground/kernel/context.ts";
import { plannerSourceCapabilitySchema, type PlannerSourceStatus } from "./schemas.ts";
import { type ConfiguredSource, settingsOf, sourcesOf } from "../../planner_settings/settings.ts";
import { nextRefreshAt } from "./refresher.ts";

type Capability = z.output<typeof plannerSourceCapabilitySchema>;
type Can = Capability["can"];

const READS: Can = {
  read: true,
  write: false,
  incremental: false,
  delete: false,
  tasks: true,
  events: true,
  invitations: false,
};
const LIMITS = { bytes: 10 * 1024 * 1024, items: 20_000 };

const PRIVATE = "privateHost if it is on your own network";
const FEED = {
  kind: "ics_url",
  itemTypes: [...ITEM_TYPES],
  can: { ...READS, incremental: true },
  limits: LIMITS,
};
const CALDAV = {
  kind: "caldav",
  itemTypes: [...ITEM_TYPES],
  can: { ...READS, incremental: true, write: true, delete: true, invitations: true },
  limits: { ...LIMITS, objectBytes: 1024 * 1024 },
};

/** Every way to log in to a kind of source is an entry: the kind's own id is the one that most people need. */
const KINDS: readonly Omit<Capability, "configured">[] = [
  {
    id: "ics_file",
    kind: "ics_file",
    label: "Calendar file (.ics), or a directory of them",
    itemTypes: [...ITEM_TYPES],
    auth: "none",
    can: READS,
    needs: ["path: an absolute path that this service may read"],
    limits: LIMITS,
  },
  {
    ...FEED,
    id: "ics_url",
    label: "Calendar feed (https, webcal)",
    auth: "none",
    needs: ["url", PRIVATE],
  },
  {
    ...FEED,
    id: "ics_url_password",
    label: "Calendar feed (https, webcal) with a password",
    auth: "basic",
    needs: ["url", "username and secretId of the password", PRIVATE],
  },
  {
    ...FEED,
    id: "ics_url_token",
    label: "Calendar feed (https, webcal) with a token",
    auth: "bearer",
    needs: ["url", "secretId of the token, without a username", PRIVATE],
  },
  {
    ...CALDAV,
    id: "caldav",
    label: "CalDAV server",
    auth: "basic",
    needs: ["url", "username and secretId of the password", PRIVATE],
  },
  {
    ...CALDAV,
    id: "caldav_token",
    label: "CalDAV server with a token",
    auth: "bearer",
    needs: ["url", "secretId of the token, without a username", PRIVATE],
  },
  {
    id: "markdown",
    kind: "markdown",
    label: "Tasks in Markdown (Obsidian Tasks, Dataview)",
    itemTypes: ["task"],
    auth: "none",
    can: { ...READS, events: false },
    needs: ["path: an absolute path of a file or a directory"],
    limits: { ...LIMITS, files: 2_000 },
  },
  {
    id: "google",
    kind: "google",
    label: "Google Calendar",
    itemTypes: ["event"],
    auth: "oauth",
    can: { ...READS, incremental: true, tasks: false },
    needs: ["accountId: the id of a connected Google account"],
    limits: LIMITS,
  },
];

/** Returns the kinds of sources and how each logs in, with what it can do and needs. */
export function listSourceCapabilities(ctx: Ctx): Capability[] {
  const configs = sourcesOf(ctx).map(({ config }) => config);
  return KINDS.map((one) => ({
    ...one,
    configured: configs.some((config) =>
      config.kind === one.kind && (one.id === one.kind || authOf(config) === one.auth)
    ),
  }));
}

/** Returns how a source logs in. */
function authOf({ kind, secretId, username }: ConfiguredSource["config"]): Capability["auth"] {
  if (kind === "google") return "oauth";
  if (secretId === null) return "none";
  return username === null ? "bearer" : "basic";
}

/** Returns the status of each configured source. */
export function listSourceStatus(ctx: Ctx): PlannerSourceStatus[] {
  // Neither reads a row of an item that is there.
  const all = countBySource(ctx, "select source_id, count(*) as n from {planner_items} group by source_id");
  const gone = countBySource(
    ctx,
    "select source_id, count(*) as n from {planner_items} where gone_at > '' group by +source_id",
  );
  return sourcesOf(ctx).map((source) => ({
    id: source.id,
    kind: source.config.kind,
    label: source.config.label,
    state: stateOf(ctx, source),
    lastSuccessAt: source.lastSuccessAt,
    lastAttemptAt: source.lastAttemptAt,
    lastError: source.lastError,
    consecutiveFailures: source.consecutiveFailures,
    nextRefreshAt: nextRefreshAt(ctx, source)?.toISOString() ?? null,
    artifacts: (all.get(source.id) ?? 0) - (gone.get(source.id) ?? 0),
    collections: source.collections,
    heldRemoval: source.held,
  }));
}

const countBySource = ({ store }: Ctx, sql: string): Map<string, number> =>
  new Map(
    store.projector.tables.all<{ source_id: string; n: number }>(sql).map((
      { source_id, n },
    ) => [source_id, n]),
  );

/** Returns the state of a source: stale if its items are older than three intervals, or its last refresh failed. */
export function stateOf(service: Core, source: ConfiguredSource): PlannerSourceStatus["state"] {
  const { config, authRequired, lastSuccessAt, consecutiveFailures } = source;
  if (!config.enabled) return "disabled";
  if (authRequired) return "auth_required";
  if (lastSuccessAt === null) return consecutiveFailures > 0 ? "error" : "never";
  const { refreshIntervalMinutes } = settingsOf(service);
  const age = service.now().getTime() - Date.parse(lastSuccessAt);
  const old = refreshIntervalMinutes > 0 && age > 3 * refreshIntervalMinutes * 60_000;
  return consecutiveFailures > 0 || old ? "stale" : "ok";
}
