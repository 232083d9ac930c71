/** A whole number that JavaScript may not hold exactly. */
const LONG = /^-?\d{16,}$/;

/** What `JSON.parse` also tells of a primitive value. */
type Written = { source?: string };

/** Parses JSON as expressions read it: whole numbers of 64 bits keep all of their digits. Throws if the text is not JSON. */
export const parseBody = (text: string): unknown =>
  /\d{16}/.test(text)
    ? JSON.parse(text, (_: string, value: unknown, written?: Written) => exact(value, written) ?? value)
    : JSON.parse(text);

/** Does the same for a workflow, where longer whole numbers are texts, so that their digits stay, too. */
export const parseForWorkflow = (text: string): unknown =>
  /\d{16}/.test(text)
    ? JSON.parse(
      text,
      (_: string, value: unknown, written?: Written) =>
        exact(value, written) ?? (isLong(value, written) ? written!.source : value),
    )
    : JSON.parse(text);

/** Returns JSON with indentation, and with its numbers as they are written. */
export const indented = (text: string): string =>
  JSON.stringify(
    JSON.parse(
      text,
      (_: string, value: unknown, written?: Written) =>
        typeof value === "number" ? asWritten(written!.source!) : value,
    ),
    null,
    2,
  );

const isLong = (value: unknown, { source = "" }: Written = {}): boolean =>
  typeof value === "number" && !Number.isSafeInteger(value) && LONG.test(source);

/** Returns a long whole number of 64 bits; null for anything else. */
function exact(value: unknown, written?: Written): bigint | null {
  if (!isLong(value, written)) return null;
  const whole = BigInt(written!.source!);
  return BigInt.asIntN(64, whole) === whole ? whole : null;
}

/** TypeScript does not know it yet. */
const asWritten: (text: string) => unknown = Reflect.get(JSON, "rawJSON");
