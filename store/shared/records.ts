/** Returns the keys of a record that has no others than its type names. */
export const keysOf = <T extends object>(record: T): (keyof T & string)[] =>
  Object.keys(record) as (keyof T & string)[];

/** Returns the entries of a record that has no other keys than its type names. */
export const entriesOf = <Key extends string, Value>(
  record: Readonly<Partial<Record<Key, Value>>>,
): [Key, Value][] => Object.entries(record) as [Key, Value][];

/** Returns whether a value is an object with fields, neither null nor a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the fields of a value; none if it is not an object. */
export const recordOf = (value: unknown): Record<string, unknown> => isRecord(value) ? value : {};
