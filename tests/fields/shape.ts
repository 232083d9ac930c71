import { z } from "zod";

/** What a schema says of a value, as far as the statistics of answers need it. */
export type Shape =
  | { kind: "object"; name: string | null; fields: Record<string, z.ZodType> }
  | { kind: "list"; inner: z.ZodType }
  | { kind: "map"; inner: z.ZodType }
  | { kind: "union"; options: readonly z.ZodType[] }
  | { kind: "value"; values: readonly string[] | null }
  | { kind: "constant" }
  | { kind: "free" };

const shapes = new WeakMap<z.ZodType, Shape>();

/** The shape of a schema, without what only says that it may be absent or null. */
export function shapeOf(schema: z.ZodType): Shape {
  const known = shapes.get(schema) ?? readShape(schema);
  shapes.set(schema, known);
  return known;
}

function readShape(schema: z.ZodType): Shape {
  const name = z.globalRegistry.get(schema)?.id ?? null;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return shapeOf(schema.unwrap() as z.ZodType);
  }
  if (schema instanceof z.ZodLazy) return shapeOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return shapeOf(schema.out as z.ZodType);
  if (schema instanceof z.ZodObject) {
    return { kind: "object", name, fields: schema.shape as Record<string, z.ZodType> };
  }
  if (schema instanceof z.ZodArray) return { kind: "list", inner: schema.element as z.ZodType };
  if (schema instanceof z.ZodRecord) return { kind: "map", inner: schema.valueType as z.ZodType };
  if (schema instanceof z.ZodUnion) return { kind: "union", options: schema.options as z.ZodType[] };
  if (schema instanceof z.ZodEnum) return { kind: "value", values: schema.options.map(String) };
  if (schema instanceof z.ZodLiteral || schema instanceof z.ZodNull) return { kind: "constant" };
  if (schema instanceof z.ZodUnknown || schema instanceof z.ZodAny) return { kind: "free" };
  return { kind: "value", values: null };
}

const names = new WeakMap<z.ZodType, Map<string, string>>();

/**
 * What a field is called: the place where it was met first. One that other schemas take over (`pick`, `extend`, `partial`) is
 * the same field there.
 */
export function nameOf(field: z.ZodType, name: string, path: string): string {
  const own = field instanceof z.ZodOptional ? field.unwrap() as z.ZodType : field;
  const known = names.get(own) ?? new Map<string, string>();
  names.set(own, known);
  if (!known.has(name)) known.set(name, path);
  return known.get(name)!;
}

/** Whether a schema lets a value be null or absent, so that being there says something. */
export const mayLack = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ||
  (schema instanceof z.ZodDefault && mayLack(schema.unwrap() as z.ZodType));

/** One enumeration by its values: the same list under two names is one. */
export const enumName = (values: readonly string[]): string => values.join("|");
