import { z } from "zod";
import { CONTRACTS } from "../kit/contracts.ts";
import type { Endpoint } from "../../routes/endpoint.ts";
import { enumName, mayLack, nameOf, shapeOf } from "./shape.ts";

/** What the answers of the API are made of: each field by its schema's name, and each enumeration with its values. */
export type Declared = { fields: Set<string>; enums: Map<string, { values: readonly string[]; of: string }> };

/** The answers in JSON of all endpoints, by their keys. */
export const OUTPUTS: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(CONTRACTS).flatMap(([, contract]) => Object.entries(contract) as [string, Endpoint][])
    .flatMap(([key, { output }]) => output instanceof z.ZodType ? [[key, output]] : []),
);

/** Lists everything that the declared answers hold. A schema with a name is listed once, under that name. */
export function declared(outputs: Iterable<[string, z.ZodType]> = OUTPUTS): Declared {
  const found: Declared = { fields: new Set(), enums: new Map() };
  const met = new Map<z.ZodType, Set<string>>();
  const walk = (schema: z.ZodType, path: string): void => {
    const shape = shapeOf(schema);
    switch (shape.kind) {
      case "object": {
        if (mayLack(schema)) found.fields.add(path);
        const root = shape.name ?? path;
        for (const [name, field] of Object.entries(shape.fields)) {
          const own = nameOf(field, name, `${root}.${name}`);
          const known = met.get(field) ?? new Set();
          if (known.has(own)) continue;
          met.set(field, known.add(own));
          walk(field, own);
        }
        return;
      }
      case "list":
      case "map":
        found.fields.add(path);
        return walk(shape.inner, `${path}[]`);
      case "union":
        for (const option of shape.options) walk(option, path);
        return;
      case "value":
        found.fields.add(path);
        if (shape.values && !found.enums.has(enumName(shape.values))) {
          found.enums.set(enumName(shape.values), { values: shape.values, of: path });
        }
    }
  };
  for (const [key, schema] of outputs) walk(schema, key);
  return found;
}
