/** Returns the keys of a record that has no others than its type names. */
export const keysOf = <T extends object>(record: T): (keyof T & string)[] =>
  Object.keys(record) as (keyof T & string)[];

/** Returns the entries of a record that has no other keys than its type names. */
export const entriesOf = <Key extends string, Value>(
  record: Readonly<Partial<Record<Key, Value>>>,
): [Key, Value][] => Object.entries(record) as [Key, Value][];

/** Returns whether a record that has no other keys than its type names has this one. */
export const isKeyOf = <T extends object>(record: T, name: PropertyKey): name is keyof T & string =>
  Object.hasOwn(record, name);

/** Returns a record with a value for each of these names. */
export const fromKeys = <Key extends string, Value>(
  names: readonly Key[],
  valueOf: (name: Key) => Value,
): Record<Key, Value> => Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Key, Value>;

/** Returns a record with what each value of another becomes. */
export const mapRecord = <From, To>(
  record: Readonly<Record<string, From>>,
  to: (value: From) => To,
): Record<string, To> => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]));

/** A record without the fields that may be undefined, which are absent instead. */
type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Returns a record without the fields that are undefined. */
export const defined = <T extends object>(record: T): Defined<T> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Defined<T>;

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
