import type { z } from "zod";
import { enumName, mayLack, nameOf, shapeOf } from "./shape.ts";

/** Enough to tell one value of a field from another. */
const TOLD_APART = 64;
const THERE = ["present", "that is news of its own"];

/** What was seen of the answers: up to two values of each field, and each value of each enumeration. */
export class Statistics {
  readonly fields = new Map<string, Set<string>>();
  readonly enums = new Map<string, Set<string>>();

  /** Counts an answer in. What is null, absent or empty is no value. */
  add(schema: z.ZodType, value: unknown, path: string): void {
    if (value === null || value === undefined || value === "") return;
    const shape = shapeOf(schema);
    switch (shape.kind) {
      case "object": {
        if (mayLack(schema)) this.#see(path, ...THERE);
        const root = shape.name ?? path;
        for (const [name, field] of Object.entries(shape.fields)) {
          this.add(field, (value as Record<string, unknown>)[name], nameOf(field, name, `${root}.${name}`));
        }
        return;
      }
      case "list":
      case "map": {
        const items = Object.values(value);
        if (items.length > 0) this.#see(path, ...THERE);
        for (const item of items) this.add(shape.inner, item, `${path}[]`);
        return;
      }
      case "union": {
        const option = shape.options.find((each) => each.safeParse(value).success);
        return option && this.add(option, value, path);
      }
      case "value":
        if (!this.#isKnown(path)) this.#see(path, JSON.stringify(value).slice(0, TOLD_APART));
        if (shape.values) this.#seeEnum(enumName(shape.values), String(value));
    }
  }

  /** Whether it is known of a field that it has different values. */
  #isKnown(path: string): boolean {
    return (this.fields.get(path)?.size ?? 0) >= 2;
  }

  #see(path: string, ...values: string[]): void {
    const seen = this.fields.get(path) ?? new Set();
    this.fields.set(path, seen);
    for (const value of values) if (seen.size < 2) seen.add(value);
  }

  #seeEnum(name: string, value: string): void {
    const seen = this.enums.get(name) ?? new Set();
    this.enums.set(name, seen);
    seen.add(value);
  }
}
