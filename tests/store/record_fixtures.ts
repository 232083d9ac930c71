import type { z } from "zod";
import { type JsonSchema, schemaOf } from "../routes/json_mutations.ts";
import { BIRTHS, EVENT_TYPES, OF_RUNS } from "./arbitrary_events.ts";
import { fixtureKinds, fixtureOf } from "./fixtures.ts";
import { META } from "./note_stream.ts";

/**
 * Adds a line for each type of event that has none yet. Lines that are there stay as they are: they are what former
 * versions wrote.
 */
export function recordFixtures(): void {
  for (const kind of new Set(EVENT_TYPES.map((each) => each.kind))) {
    const known = fixtureKinds().includes(kind) ? fixtureOf(kind) : [];
    const missing = EVENT_TYPES.filter((each) =>
      each.kind === kind && !known.some(({ type }) => type === each.type)
    );
    if (missing.length === 0) continue;
    const begins = (type: string) => (BIRTHS.has(`${kind}/${type}`) ? 0 : 1);
    const lines = missing.toSorted((a, b) => begins(a.type) - begins(b.type)).map(({ type, schema }, i) => ({
      seq: known.length + i + 1,
      stream: `${kind}/${kind}_1`,
      version: known.length + i + 1,
      type,
      ...META,
      data: wholeExample(schema),
      ...(OF_RUNS.includes(kind) && { runId: "run_1" }),
      ...(kind === "task_session" && { taskSessionId: "task_session_1" }),
    }));
    const text = [...known, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
    Deno.writeTextFileSync(new URL(`fixtures/${kind}.jsonl`, import.meta.url), text);
  }
}

/** Data with every field that the shape has, the optional ones too; text is the name of its field. */
function wholeExample(schema: z.ZodType): unknown {
  return schema.parse(exampleOf(schemaOf(schema), "value"));
}

function exampleOf(schema: JsonSchema, name: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!, name);
  switch (schema.type) {
    case "string":
      return name;
    case "boolean":
      return true;
    case "integer":
    case "number":
      return 1;
    case "array":
      return [exampleOf(schema.items ?? {}, name)];
    case "object":
      return Object.fromEntries(
        schema.properties
          ? Object.entries(schema.properties).map(([field, inner]) => [field, exampleOf(inner, field)])
          : (schema.propertyNames?.enum ?? [name]).map((field) => [
            String(field),
            exampleOf(schema.additionalProperties ?? {}, name),
          ]),
      );
    default:
      return name;
  }
}

if (import.meta.main) recordFixtures();
