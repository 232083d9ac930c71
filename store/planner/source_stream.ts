import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream, type EventOf } from "../stream.ts";
import { itemSchema, labelSchema } from "./item.ts";
import { sourceConfigSchema } from "./settings.ts";
import { collectionSchema, syncStateSchema } from "./sync_state.ts";
import { taskFieldsSchema } from "./task.ts";

/** The source of tasks that are created here. It always exists. */
export const LOCAL_SOURCE = "local";

/** How many items one event imports or removes. */
export const MAX_CHANGES = 200;

const countsSchema = z.object({
  seen: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  unchanged: z.number().int(),
  invalid: z.number().int(),
});

/** What a refresh counts before it has read anything. */
export const NO_COUNTS: z.infer<typeof countsSchema> = {
  seen: 0,
  added: 0,
  changed: 0,
  removed: 0,
  unchanged: 0,
  invalid: 0,
};

/** What was not read, and why. */
export const refreshErrorSchema = z.object({ ref: z.string(), reason: z.string() });

/** How a refresh ended. */
export const refreshEndSchema = z.object({
  status: z.enum(["completed", "partial", "failed", "held", "skipped"]),
  counts: countsSchema,
  errors: z.array(refreshErrorSchema).max(50),
  resyncReason: z.string().nullable(),
  retryAt: z.string().nullable(),
  /** True if only a change of settings helps. */
  authRequired: z.boolean(),
  /** How many items would have been removed, if the removal was withheld. */
  heldRemovals: z.number().int().nullable(),
  /** Null if nothing new is known. */
  sync: syncStateSchema.nullable(),
  collections: z.array(collectionSchema).nullable(),
});
export type RefreshEnd = z.infer<typeof refreshEndSchema>;

const refreshBeginSchema = z.object({
  refreshId: z.string(),
  mode: z.enum(["full", "incremental"]),
  trigger: z.enum(["manual", "interval"]),
});

/** A source: its configuration, and its last refresh. */
export const sourceDocumentSchema = z.object({
  id: z.string(),
  config: sourceConfigSchema.nullable(),
  refreshing: refreshBeginSchema.extend({ startedAt: z.string() }).nullable(),
  /** The refresh that waits for its turn; the one under way may be another. */
  queued: refreshBeginSchema.optional(),
  lastRefreshId: z.string().nullable(),
  lastAttemptAt: z.string().nullable(),
  lastSuccessAt: z.string().nullable(),
  lastError: z.string().nullable(),
  consecutiveFailures: z.number().int(),
  authRequired: z.boolean(),
  retryAt: z.string().nullable(),
  held: z.object({ count: z.number().int(), refreshRunId: z.string() }).nullable(),
  sync: syncStateSchema.nullable(),
  collections: z.array(collectionSchema),
  createdAt: z.string(),
});
export type SourceDocument = z.infer<typeof sourceDocumentSchema>;

/** The events of a source; shapes are frozen. All its items are on its stream, so that removing it erases all of them. */
export const plannerSourceEvents = {
  "planner.source_configured": z.object({ config: sourceConfigSchema }),
  "planner.refresh_queued": refreshBeginSchema,
  "planner.refresh_started": refreshBeginSchema,
  "planner.items_imported": z.object({ refreshId: z.string(), items: z.array(itemSchema).max(MAX_CHANGES) }),
  "planner.items_removed": z.object({ refreshId: z.string(), ids: z.array(z.string()).max(MAX_CHANGES) }),
  "planner.refresh_finished": refreshEndSchema.extend({ refreshId: z.string() }),
  "planner.item_classified": z.object({
    itemId: z.string(),
    label: labelSchema.nullable(),
    reason: z.string().nullable(),
  }),
  "planner.item_labelled": z.object({
    itemId: z.string(),
    label: labelSchema,
    confidence: z.number(),
    reason: z.string(),
    model: z.string(),
  }),
  "planner.tasks_changed": z.object({
    changes: z.array(z.object({ id: z.string(), set: taskFieldsSchema.partial() })).max(MAX_CHANGES),
  }),
  "planner_source.deleted": z.object({}),
} as const;

/** A source of items, or the place of the tasks that are created here. */
export const plannerSourceStream = defineStream<SourceDocument>()({
  kind: "planner_source",
  version: 1,
  events: plannerSourceEvents,
  indexes: [],
  evolve: (source, event) =>
    event.type === "planner_source.deleted" ? null : changed(source ?? newSource(event), event),
});

type SourceEvent = EventOf<typeof plannerSourceEvents>;

const newSource = (event: SourceEvent): SourceDocument => ({
  id: idOf(event),
  config: null,
  refreshing: null,
  lastRefreshId: null,
  lastAttemptAt: null,
  lastSuccessAt: null,
  lastError: null,
  consecutiveFailures: 0,
  authRequired: false,
  retryAt: null,
  held: null,
  sync: null,
  collections: [],
  createdAt: event.at,
});

const changed = (source: SourceDocument, event: SourceEvent): SourceDocument => ({
  ...source,
  ...change(source, event),
});

function change(source: SourceDocument, event: SourceEvent): Partial<SourceDocument> {
  switch (event.type) {
    case "planner.source_configured":
      return {
        config: event.data.config,
        authRequired: false,
        retryAt: null,
        consecutiveFailures: 0,
        sync: null,
      };
    case "planner.refresh_queued":
      return { queued: event.data };
    case "planner.refresh_started":
      return {
        refreshing: { ...event.data, startedAt: event.at },
        lastAttemptAt: event.at,
        ...notQueued(source, event.data.refreshId),
      };
    case "planner.refresh_finished":
      return finished(source, event);
    default:
      return {};
  }
}

const notQueued = ({ queued }: SourceDocument, refreshId: string): Partial<SourceDocument> =>
  queued?.refreshId === refreshId ? { queued: undefined } : {};

function finished(
  source: SourceDocument,
  { data, at }: Extract<SourceEvent, { type: "planner.refresh_finished" }>,
): Partial<SourceDocument> {
  // Its service stopped before it began, so it says nothing of the source.
  if (source.queued?.refreshId === data.refreshId) return notQueued(source, data.refreshId);
  const ended = { refreshing: null, lastRefreshId: data.refreshId, authRequired: data.authRequired };
  if (data.status === "skipped") return { ...ended, retryAt: data.retryAt };
  if (data.status === "failed") {
    return {
      ...ended,
      lastError: data.errors[0]?.reason ?? "It failed.",
      retryAt: data.retryAt,
      consecutiveFailures: source.consecutiveFailures + 1,
    };
  }
  return {
    ...ended,
    lastSuccessAt: at,
    lastError: data.errors[0]?.reason ?? null,
    consecutiveFailures: 0,
    retryAt: null,
    held: data.heldRemovals === null ? null : { count: data.heldRemovals, refreshRunId: data.refreshId },
    ...(data.sync && { sync: data.sync }),
    ...(data.collections && { collections: data.collections }),
  };
}
