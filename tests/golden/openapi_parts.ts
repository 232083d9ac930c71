type Json = Record<string, unknown>;
type Operation = Json & { tags?: string[] };
type Document = Json & {
  paths: Record<string, Record<string, Operation>>;
  components: Json & { schemas: Json };
};

/** The part of the OpenAPI document that belongs to one domain. */
export type OpenapiPart = Json & { paths: Document["paths"]; schemas: Json };

/** The name of the part that belongs to no domain alone. */
export const SHARED = "shared";

/**
 * Splits an OpenAPI document by domain. A schema is in the part of the only domain that refers to it, also by other schemas;
 * what several domains refer to, and the head of the document, is in the part `shared`.
 */
export function openapiParts(document: Json): Map<string, OpenapiPart> {
  const { paths, components: { schemas, ...components }, ...head } = document as Document;
  const parts = new Map<string, OpenapiPart>();
  const partOf = (name: string): OpenapiPart => {
    const part = parts.get(name) ?? { paths: {}, schemas: {} };
    parts.set(name, part);
    return part;
  };
  const users = new Map<string, Set<string>>();
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const domain = operation.tags?.[0] ?? SHARED;
      (partOf(domain).paths[path] ??= {})[method] = operation;
      for (const name of reachable(operation, schemas)) {
        users.set(name, (users.get(name) ?? new Set()).add(domain));
      }
    }
  }
  Object.assign(partOf(SHARED), { ...head, components });
  for (const name of Object.keys(schemas).sort()) {
    const [only, ...others] = users.get(name) ?? [];
    partOf(only === undefined || others.length > 0 ? SHARED : only).schemas[name] = schemas[name];
  }
  return parts;
}

/** The names of all schemas that a value refers to, directly or by another schema. */
function reachable(value: unknown, schemas: Json): Set<string> {
  const found = new Set<string>();
  const visit = (inner: unknown): void => {
    if (typeof inner !== "object" || inner === null) return;
    const name = /^#\/components\/schemas\/(\w+)$/.exec(String((inner as Json).$ref))?.[1];
    if (name !== undefined && !found.has(name)) {
      found.add(name);
      visit(schemas[name]);
    }
    for (const each of Object.values(inner)) visit(each);
  };
  visit(value);
  return found;
}
