import type { Random } from "../../recovery/load/random.ts";

/** Who sends a request. */
export const CALLERS = ["operator", "agent", "nobody", "stranger", "webhook", "worker"] as const;
export type Caller = (typeof CALLERS)[number];

/**
 * One request. Its path, its headers and its body are texts with references, which a `Pool` replaces by what earlier answers
 * contained, so that an input means the same in another store.
 */
export type Input = {
  /** The declared endpoint that it is made for, or the path of the door for worker machines. */
  key: string;
  caller: Caller;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
};

/** A reference to an id by its prefix, counted from the newest one. */
export const idReference = (prefix: string, back: number): string => `@{id ${prefix} ${back}}`;

/** A reference to a value that a field of an answer had. */
export const fieldReference = (field: string, back: number): string => `@{field ${field} ${back}}`;

/** The repository of the world. */
export const REPOSITORY = "@{repository}";

/** A text so many times. */
export const repeated = (text: string, count: number): string => `@{repeat ${count} ${text}}`;

const REFERENCE = /@\{(id|field|repository|repeat)(?: ([^ }]+) ?([^}]*))?\}/g;
const ID = /\b([a-z]+)_[0-9a-hjkmnp-tv-z]{26}\b/g;
const [MOST_IDS, MOST_VALUES, MOST_VISITED, LONGEST] = [300, 40, 3_000, 400];

/** What earlier answers contained, by the prefix of an id and by the name of a field. */
export class Pool {
  readonly ids = new Map<string, string[]>();
  readonly fields = new Map<string, string[]>();
  readonly #seen = new Set<string>();
  /** By endpoint and parameter: how often an id of a prefix led somewhere. */
  readonly #fitting = new Map<string, Map<string, number>>();

  constructor(readonly repository: string) {}

  /** Remembers the ids and the values of an answer. */
  learn(value: unknown): void {
    let left = MOST_VISITED;
    const visit = (part: unknown, field: string): void => {
      if (left-- <= 0) return;
      if (typeof part === "string") return this.#learnText(part, field);
      if (typeof part === "number") return void this.#keep(this.fields, field, String(part), MOST_VALUES);
      if (typeof part !== "object" || part === null) return;
      for (const [name, inner] of Object.entries(part)) visit(inner, Array.isArray(part) ? field : name);
    };
    visit(value, "answer");
  }

  #learnText(text: string, field: string): void {
    if (text.length > LONGEST) return;
    let hasId = false;
    for (const [id, prefix] of text.matchAll(ID)) {
      hasId = true;
      this.#keep(this.ids, prefix!, id, MOST_IDS);
    }
    if (!hasId && /^[\w.-]+$/.test(field)) this.#keep(this.fields, field, text, MOST_VALUES);
  }

  #keep(map: Map<string, string[]>, name: string, value: string, most: number): void {
    const known = `${name}\n${value}`;
    if (this.#seen.has(known)) return;
    this.#seen.add(known);
    const values = map.get(name) ?? [];
    map.set(name, values);
    values.push(value);
    if (values.length > most) this.#seen.delete(`${name}\n${values.shift()}`);
  }

  /** Records that the ids of a path led somewhere. */
  fits(key: string, path: string): void {
    for (const [, prefix] of path.matchAll(/@\{id (\w+) /g)) {
      const counts = this.#fitting.get(key) ?? new Map<string, number>();
      this.#fitting.set(key, counts);
      counts.set(prefix!, (counts.get(prefix!) ?? 0) + 1);
    }
  }

  /** Returns a reference to some id that may fit an endpoint, mostly of a kind that did before, and mostly a new one. */
  idFor(key: string, random: Random): string {
    const fitting = [...this.#fitting.get(key)?.keys() ?? []];
    const all = fitting.length > 0 && random.next() < 0.85 ? fitting : [...this.ids.keys()];
    const prefix = all[random.between(0, all.length - 1)] ?? "run";
    return idReference(prefix, Math.floor(random.next() ** 2 * (this.ids.get(prefix)?.length ?? 1)));
  }

  /** Replaces what is known here in a text by references to it. */
  generalize(text: string): string {
    return text.replaceAll(this.repository, REPOSITORY).replaceAll(ID, (id, prefix: string) => {
      const ids = this.ids.get(prefix) ?? [];
      const at = ids.lastIndexOf(id);
      return at < 0 ? id : idReference(prefix, ids.length - 1 - at);
    });
  }

  /** Returns the text with its references replaced; `encode` writes a value into what is around it. */
  expand(text: string, encode: (value: string) => string): string {
    return text.replaceAll(REFERENCE, (_, kind: string, first = "", second = "") => {
      if (kind === "repository") return encode(this.repository);
      if (kind === "repeat") return second.repeat(Math.min(Number(first), 2_000_000) || 0);
      const values = (kind === "id" ? this.ids : this.fields).get(first) ?? [];
      if (values.length === 0) return encode(`${first}_0`);
      return encode(values[values.length - 1 - Number(second) % values.length] ?? "");
    });
  }
}
