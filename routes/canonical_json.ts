import { isRecord } from "../store/shared/records.ts";
/** Returns JSON text that does not depend on the order of keys. */
export const canonicalJson = (value: unknown): string => JSON.stringify(inOrder(value));

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isRecord(value)) return value;
  const names = Object.keys(value).sort();
  // Entries, not an object: an object would put number-like keys first and lose `__proto__`.
  return { object: names.map((name) => [name, inOrder(value[name])]) };
}
