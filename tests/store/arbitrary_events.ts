import fc from "fast-check";
import type { z } from "zod";
import type { EventStore } from "../../store/event_store.ts";
import { registry } from "../../store/mod.ts";
import type { StreamDefinition } from "../../store/stream.ts";
import { type JsonSchema, schemaOf } from "../routes/json_mutations.ts";
import { fixtureKinds, fixtureOf } from "./fixtures.ts";
import { META } from "./note_stream.ts";

/** An event of some stream of the service, with random data of its declared shape. */
export type RandomEvent = {
  kind: string;
  id: string;
  type: string;
  data: unknown;
  runId: string;
  taskSessionId: string;
};

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom("", "'", "\0", "a\0b", "💥", "%"),
);

/** Random values of a JSON schema, as zod writes them. */
export function valueOf(schema: JsonSchema, name = ""): fc.Arbitrary<unknown> {
  if (name === "guidanceId") return fc.uuid();
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valueOf(each)));
  switch (schema.type) {
    case "string":
      return text;
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: 0, max: 1000 });
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(valueOf(schema.items ?? {}), { maxLength: 3 });
    case "object":
      return objectOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { properties, required = [], propertyNames, additionalProperties } = schema;
  const value = additionalProperties?.type ? valueOf(additionalProperties) : fc.jsonValue({ maxDepth: 1 });
  if (propertyNames?.enum) {
    return fc.record(Object.fromEntries(propertyNames.enum.map((name) => [String(name), value])));
  }
  if (!properties) return fc.dictionary(text, value, { maxKeys: 3 });
  const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, valueOf(property, name)]),
  );
  return fc.record(fields, { requiredKeys: required });
}

/** Each type of event that any stream declares. */
export const EVENT_TYPES: readonly { kind: string; type: string; schema: z.ZodType }[] = Object.values(
  registry.streams,
).flatMap(({ kind, events }) =>
  Object.entries(events as Record<string, z.ZodType>).map(([type, schema]) => ({ kind, type, schema }))
);

/** Types that begin a resource of a kind, as `kind/type`: what they give does not need a document. */
export const BIRTHS: ReadonlySet<string> = new Set(
  EVENT_TYPES.filter(({ kind, type, schema }) =>
    begins(kind, type, fc.sample(valid(schema), { numRuns: 1, seed: 1 })[0])
  ).map(({ kind, type }) => `${kind}/${type}`),
);

/** A resource begins once, unless several of its types may begin it. */
const BEGIN_ONCE: ReadonlySet<string> = new Set(
  [...BIRTHS].filter((birth) =>
    [...BIRTHS].filter((other) => other.split("/")[0] === birth.split("/")[0]).length === 1
  ),
);

/**
 * Streams whose events belong to a run; a resource stays with its run. Their recorded events name one: in the fixture of a
 * stream that is new and of runs, give the first line a `runId`, and the others get it.
 */
export const OF_RUNS: readonly string[] = fixtureKinds().filter((kind) =>
  // A command is admitted for a run, and material may be a run's; their lines were recorded without one.
  ["command_permission", "material"].includes(kind) ||
  fixtureOf(kind).some(({ runId }) => runId !== undefined)
);

const eachType: fc.Arbitrary<RandomEvent>[] = EVENT_TYPES.map(({ kind, type, schema }) =>
  fc.record({ id: fc.constantFrom("a", "b"), data: valid(schema), session: fc.boolean() }).map(
    ({ id, data, session }) => ({
      kind,
      type,
      data,
      id: kind === "run" ? `run_${id}` : id,
      runId: OF_RUNS.includes(kind) ? `run_${id}` : "",
      taskSessionId: kind === "task_session" || (kind === "process" && session) ? id : "",
    }),
  )
);

/** Events of all streams, over few ids, so that they meet. */
export const randomEvent: fc.Arbitrary<RandomEvent> = fc.oneof(...eachType);

/** One event of each type, in any order. */
export const oneOfEachType: fc.Arbitrary<RandomEvent[]> = fc.tuple(...eachType).chain((events) =>
  fc.shuffledSubarray(events, { minLength: events.length })
);

/** Appends a random event, unless it begins once more what has begun; the caller owns the unit. */
export function appendRandom(store: EventStore, event: RandomEvent): void {
  const { kind, id, type, data, runId, taskSessionId } = event;
  if (BEGIN_ONCE.has(`${kind}/${type}`) && store.events.versionOf(`${kind}/${id}`) > 0) return;
  store.append(registry.streams[kind] as StreamDefinition, id, [{ type, data: atNewMoment(data) }], {
    ...META,
    runId,
    taskSessionId,
  });
}

let moments = 0;

/** The data with a due moment of its own, where it is a row of the ledger: no moment stands in that twice. */
export function atNewMoment(data: unknown): unknown {
  if (typeof data !== "object" || data === null || !("fireId" in data && "dueAt" in data)) return data;
  return { ...data, dueAt: new Date(Date.UTC(2000, 0) + 1000 * moments++).toISOString() };
}

/** Values of the shape that also meet what JSON Schema does not say. */
export function valid(schema: z.ZodType): fc.Arbitrary<unknown> {
  return valueOf(schemaOf(schema)).filter((data) => schema.safeParse(data).success);
}

function begins(kind: string, type: string, data: unknown): boolean {
  const event = { ...META, seq: 1, stream: `${kind}/x`, version: 1, type, data, runId: "run_x" };
  return registry.streams[kind]!.evolve(null, event as never) !== null;
}
