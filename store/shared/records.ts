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

/** The names of some fields, as the schemas of zod pick or omit them. */
type Names<T> = { readonly [Name in keyof T]?: true };

/** Returns these fields of a record, in their order; those that are absent stay absent. */
export const picked = <T extends object, N extends Names<T>>(
  record: T,
  names: N,
): Pick<T, keyof N & keyof T> => {
  const fields = Object.keys(names) as (keyof N & keyof T)[];
  return Object.fromEntries(
    fields.flatMap((name) => record[name] === undefined ? [] : [[name, record[name]]]),
  ) as Pick<T, keyof N & keyof T>;
};

/** Returns a record without these fields. */
export const without = <T extends object, N extends Names<T>>(record: T, names: N): Omit<T, keyof N> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !Object.hasOwn(names, name))) as Omit<
    T,
    keyof N
  >;
