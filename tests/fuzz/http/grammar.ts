import fc from "fast-check";
import { PROTOCOL } from "../../../services/workforce/worker_machines/wire/protocol.ts";
import type { Random } from "../../recovery/load/random.ts";
import { type Caller, fieldReference, type Input, type Pool, repeated, REPOSITORY } from "./input.ts";
import { NASTY_NUMBERS, NASTY_TEXTS, URLS } from "./nasty.ts";
import type { Operation, Schema } from "./operations.ts";

const samples = new WeakMap<Schema, string[]>();

/** Texts that a pattern allows; made once, because it takes long. */
function matching(schema: Schema): string[] {
  const known = samples.get(schema);
  if (known) return known;
  let made: string[] = [];
  try {
    made = fc.sample(fc.stringMatching(new RegExp(schema.pattern!)), { numRuns: 12, seed: 1 });
  } catch {
    // The generator does not know all patterns; the example and other texts remain.
  }
  samples.set(schema, made);
  return made;
}

/** Makes requests from the schemas of the operations. */
export class Grammar {
  constructor(readonly random: Random, readonly pool: Pool) {}

  #of<Item>(items: readonly Item[]): Item {
    return items[this.random.between(0, items.length - 1)]!;
  }

  /** A request for an operation, with fields that mostly are as the operation wants them. */
  request(operation: Operation, caller: Caller): Input {
    const { random, pool } = this;
    const { key, method, query, body } = operation;
    let path = operation.path.replaceAll(
      /:(\w+)|\*/g,
      (_, name = "*") =>
        random.next() < 0.9
          ? name === "id" || name.endsWith("Id")
            ? pool.idFor(key, random)
            : this.#named(name) ?? pool.idFor(key, random)
          : encodeURIComponent(this.#of(NASTY_TEXTS).toWellFormed().slice(0, 2000)),
    );
    if (query && random.next() < 0.8) {
      const value = this.value(query, "query", 0);
      const pairs = typeof value === "object" && value !== null ? Object.entries(value) : [];
      const text = (each: unknown) => typeof each === "string" ? each : JSON.stringify(each) ?? "";
      path += `?${pairs.map(([name, each]) => `${name}=${encoded(text(each))}`).join("&")}`;
    }
    const headers: Record<string, string> = {};
    const hasBody = method !== "GET" && (body !== null || random.next() < 0.3);
    if (hasBody) headers["content-type"] = "application/json";
    for (const [name, schema] of Object.entries(operation.headers?.properties ?? {})) {
      const value = this.value(schema, name, 0);
      if (random.next() < 0.6 && typeof value === "string") headers[name] = latin(value);
    }
    const written = hasBody ? JSON.stringify(this.value(body ?? {}, "body", 0)) ?? "" : null;
    return { key, caller, method, path, headers, body: written };
  }

  /** A reference to a value that a field of this name had, if there was one. */
  #named(field: string): string | null {
    const known = this.pool.fields.get(field)?.length ?? 0;
    return known === 0 ? null : fieldReference(field, this.random.between(0, known - 1));
  }

  /** A value of the schema, or now and then one that is not. */
  value(schema: Schema, field: string, depth: number): unknown {
    const { random } = this;
    const chance = random.next();
    if (field === "protocol" && chance < 0.95) return PROTOCOL;
    // A machine may wait for work; a trial does not.
    if (field === "waitSeconds" && chance < 0.99) return 0;
    if (depth > 0 && chance < 0.04) return this.anything(0);
    if (schema.example !== undefined && chance < 0.2) return schema.example;
    if ("const" in schema) return schema.const;
    if (schema.enum) return this.#of(schema.enum);
    const either = schema.anyOf ?? schema.oneOf;
    if (either) return this.value(this.#of(either), field, depth);
    switch (schema.type) {
      case "object":
        return this.#object(schema, depth);
      case "array": {
        const count = Math.min(schema.maxItems ?? 4, (schema.minItems ?? 0) + random.between(0, 3));
        return Array.from({ length: count }, () => this.value(schema.items ?? {}, field, depth + 1));
      }
      case "string":
        return this.#text(schema, field);
      case "integer":
      case "number":
        return this.#number(schema);
      case "boolean":
        return random.next() < 0.5;
      case "null":
        return null;
      default:
        return this.anything(depth);
    }
  }

  #object(schema: Schema, depth: number): unknown {
    const made: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const isRequired = schema.required?.includes(name) ?? false;
      if (this.random.next() < (isRequired ? 0.97 : depth > 4 ? 0.05 : 0.35)) {
        made[name] = this.value(property, name, depth + 1);
      }
    }
    if (schema.additionalProperties && depth < 5) {
      for (let n = this.random.between(0, 3); n > 0; n--) {
        const name = this.random.next() < 0.3 ? this.#of(NASTY_TEXTS).slice(0, 60) : `key${n}`;
        Object.defineProperty(made, name, {
          value: this.value(schema.additionalProperties, "value", depth + 1),
          enumerable: true,
          configurable: true,
        });
      }
    }
    return made;
  }

  #text(schema: Schema, field: string): string {
    const { random, pool } = this;
    const chance = random.next();
    if (/repo|directory|path$/i.test(field) && chance < 0.5) return REPOSITORY;
    if (/Ids?$|^id$/.test(field) && chance < 0.7) {
      return pool.idFor(`field ${field}`, random).replace(/\w+ (?=\d+\}$)/, (kind) => {
        const own = field.replace(/Ids?$/, "").toLowerCase();
        return pool.ids.has(own) && random.next() < 0.7 ? `${own} ` : kind;
      });
    }
    const named = chance < 0.35 ? this.#named(field) : null;
    if (named !== null) return named;
    if (schema.format === "uri" || /url|address|endpoint/i.test(field)) return this.#of(URLS);
    if (schema.format === "base64") {
      return btoa(String.fromCharCode(random.between(0, 255)).repeat(random.between(0, 40)));
    }
    if (schema.format === "date") {
      return `20${random.between(10, 99)}-0${random.between(0, 9)}-1${random.between(0, 9)}`;
    }
    if (schema.format === "date-time") return new Date(random.between(0, 4e12)).toISOString();
    const allowed = schema.pattern !== undefined && random.next() < 0.8 ? matching(schema) : [];
    if (allowed.length > 0) return this.#of(allowed);
    if (chance < 0.6) return `${field} ${random.between(0, 20)}`;
    if (chance < 0.64) return repeated("a", (schema.maxLength ?? 50_000) + random.between(-1, 1));
    return this.#of(NASTY_TEXTS);
  }

  #number({ minimum = -10, maximum = 1000, type }: Schema): number {
    const { random } = this;
    if (random.next() < 0.15) return this.#of(NASTY_NUMBERS);
    if (random.next() < 0.2) return this.#of([minimum, maximum]);
    const value = minimum + random.next() * Math.min(maximum - minimum, 50);
    return type === "number" ? value : Math.floor(value);
  }

  /** A value of no schema. */
  anything(depth: number): unknown {
    switch (this.random.between(0, depth > 3 ? 4 : 6)) {
      case 0:
        return null;
      case 1:
        return this.random.next() < 0.5;
      case 2:
        return this.#of(NASTY_NUMBERS);
      case 3:
        return this.#of(NASTY_TEXTS);
      case 4:
        return this.pool.idFor("anything", this.random);
      case 5:
        return Array.from({ length: this.random.between(0, 3) }, () => this.anything(depth + 1));
      default:
        return Object.fromEntries(
          Array.from({ length: this.random.between(0, 3) }, () => [
            this.#of(NASTY_TEXTS).slice(0, 40),
            this.anything(depth + 1),
          ]),
        );
    }
  }
}

/** Encodes a text for a query, but not the references in it. */
const encoded = (text: string): string =>
  text.split(/(@\{[^}]*\})/).map((part, i) => i % 2 ? part : encodeURIComponent(part.toWellFormed())).join(
    "",
  );

/** What may stand in a header: one line of Latin-1. */
export const latin = (text: string): string => text.replaceAll(/[^\x20-\x7e\xa0-\xff]+/g, " ").trim();
