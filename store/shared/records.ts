/** Returns the keys of a record that has no others than its type names. */
export const keysOf = <T extends object>(record: T): (keyof T & string)[] =>
  Object.keys(record) as (keyof T & string)[];

/** Returns the entries of a record that has no other keys than its type names. */
export const entriesOf = <Key extends string, Value>(
  record: Readonly<Partial<Record<Key, Value>>>,
): [Key, Value][] => Object.entries(record) as [Key, Value][];

/** Returns whether a text is a key of a record. */
export const isKeyOf = <T extends object>(record: T, key: PropertyKey): key is keyof T =>
  Object.hasOwn(record, key);
