import type { Random } from "../../recovery/load/random.ts";
import type { Grammar } from "./grammar.ts";
import type { Operation } from "./operations.ts";
import { latin } from "./grammar.ts";
import { CALLERS, type Input, type Pool } from "./input.ts";
import { HEADERS, NASTY_JSON, NASTY_TEXTS } from "./nasty.ts";

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"] as const;

type Holder = Record<string | number, unknown>;

/** Changes one to four things of an input that reached something. */
export class Mutator {
  constructor(readonly random: Random, readonly pool: Pool, readonly grammar: Grammar) {}

  #of<Item>(items: readonly Item[]): Item {
    return items[this.random.between(0, items.length - 1)]!;
  }

  mutate(from: Input, operation: Operation | undefined): Input {
    let input = { ...from, headers: { ...from.headers } };
    for (let n = this.random.between(1, 4); n > 0; n--) {
      const chance = this.random.next();
      if (chance < 0.5 && input.body !== null) input = { ...input, body: this.#body(input.body, operation) };
      else if (chance < 0.62) input = { ...input, path: this.#ids(input) };
      else if (chance < 0.7) input = { ...input, path: this.#query(input.path) };
      else if (chance < 0.75) input = { ...input, path: this.#segment(input.path) };
      else if (chance < 0.85) input.headers[this.#header(input)] ??= "";
      else if (chance < 0.95) input = { ...input, caller: this.#of(CALLERS) };
      else if (chance < 0.97) input = { ...input, method: this.#of(METHODS) };
      else if (operation) input = this.grammar.request(operation, input.caller);
    }
    return input;
  }

  #header(input: Input): string {
    const [name, value] = this.#of(HEADERS);
    input.headers[name] = latin(value);
    return name;
  }

  /** Other ids of the same kind, or of another one. */
  #ids({ key, path }: Input): string {
    return path.replaceAll(/@\{id (\w+) \d+\}/g, (known, prefix: string) => {
      const chance = this.random.next();
      if (chance < 0.3) return known;
      return chance < 0.9
        ? `@{id ${prefix} ${this.random.between(0, 30)}}`
        : this.pool.idFor(key, this.random);
    });
  }

  #query(path: string): string {
    const [name, value] = [
      this.#of(["limit", "offset", "after", "query", "cursor", "from", "to", "path", "id", "stream", "at"]),
      encodeURIComponent(this.#of(NASTY_TEXTS).toWellFormed().slice(0, 3_000)),
    ];
    return `${path}${path.includes("?") ? "&" : "?"}${
      this.#of([
        `${name}=${value}`,
        `${name}=${value}&${name}=${value}`,
        `${name}=%00`,
        `${name}=%ff%fe`,
        `${name}=%`,
        `${name}`,
        `=${value}`,
        `${name}[]=1&${name}[a]=2`,
        "&&&=&",
      ])
    }`;
  }

  #segment(path: string): string {
    const parts = path.split("/");
    const at = this.random.between(1, Math.max(1, parts.length - 1));
    parts[at] = this.#of([
      "..",
      "%2e%2e",
      "%2f",
      "%00",
      "",
      ".",
      "%",
      "a;b",
      "@{repeat 9000 a}",
      "%ff",
      "*",
      ":id",
    ]);
    return parts.join("/");
  }

  #body(text: string, operation: Operation | undefined): string {
    if (this.random.next() < 0.25) return this.#raw(text);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.#raw(text);
    }
    const places: [Holder, string | number][] = [];
    const visit = (part: unknown): void => {
      if (typeof part !== "object" || part === null || places.length > 500) return;
      for (const name of Object.keys(part)) {
        places.push([part as Holder, name]);
        visit((part as Holder)[name]);
      }
    };
    visit(value);
    if (places.length === 0) return JSON.stringify(this.grammar.anything(0)) ?? "";
    const [holder, name] = this.#of(places);
    this.#change(holder, name, operation);
    return JSON.stringify(value) ?? "";
  }

  #change(holder: Holder, name: string | number, operation: Operation | undefined): void {
    const schema = operation?.body?.properties?.[name];
    switch (this.random.between(0, 7)) {
      case 0:
        delete holder[name];
        return;
      case 1:
        holder[name] = [holder[name]];
        return;
      case 2:
        holder[name] = JSON.stringify(holder[name]) ?? "";
        return;
      case 3:
        holder[`${name}${this.#of(["", "x", "Id", "_"])}`] = this.grammar.anything(1);
        return;
      case 4:
        if (Array.isArray(holder[name])) {
          holder[name] = Array.from({ length: 300 }, () => (holder[name] as unknown[])[0]);
        } else holder[name] = this.#of(NASTY_TEXTS);
        return;
      default:
        holder[name] = this.grammar.value(schema ?? {}, String(name), 1);
    }
  }

  /** Changes the text of a body, so that it may be no JSON any more. */
  #raw(text: string): string {
    const at = this.random.between(0, text.length);
    switch (this.random.between(0, 4)) {
      case 0:
        return text.slice(0, at);
      case 1:
        return text.slice(0, at) +
          this.#of(["\0", '"', "{", "}", "[", "]", ",", ":", "\\", "\ufeff", "\ud800"]) + text.slice(at);
      case 2:
        return text.replace(/^\{/, `{"request":1,"id":2,"request":3,`);
      default: {
        const values = [...text.matchAll(/:("(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*|true|false|null)/g)];
        if (values.length === 0) return this.#of(NASTY_JSON);
        const { index, 0: whole } = this.#of(values);
        return `${text.slice(0, index)}:${this.#of(NASTY_JSON)}${text.slice(index + whole.length)}`;
      }
    }
  }
}
