/** Returns a tuple of the same length with what each of its values becomes. */
export const mapTuple = <const Tuple extends readonly unknown[], To>(
  tuple: Tuple,
  to: (each: Tuple[number]) => To,
): { -readonly [At in keyof Tuple]: To } =>
  // The only cast: a list keeps its length when it is mapped.
  tuple.map((each) => to(each)) as { -readonly [At in keyof Tuple]: To };

/** Returns whether a value is one of some constants. */
export const isOneOf = <const Value>(values: readonly Value[], value: unknown): value is Value =>
  values.some((each) => each === value);
