/** A whole number that JavaScript may not hold exactly. */
const LONG = /^-?\d{16,}$/;
/** The most characters of one that 64 bits can hold. */
const MAX_WHOLE = 20;

/** What `JSON.parse` also tells of a primitive value. */
type Written = { source?: string };

/** Parses JSON as expressions read it: whole numbers of 64 bits keep all of their digits. Throws if the text is not JSON. */
export const parseBody = (text: string): unknown =>
  parseWith(text, (source, value) => wholeOf(source) ?? value);

/** Does the same for a workflow, where longer whole numbers are texts, so that their digits stay, too. */
export const parseForWorkflow = (text: string): unknown =>
  parseWith(text, (source) => wholeOf(source) ?? source);

/** Parses JSON with what is made of a long number's digits, and of the value that JavaScript has for them. */
function parseWith(text: string, long: (source: string, value: number) => unknown): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(
    text,
    (_: string, value: unknown, { source = "" }: Written = {}) =>
      typeof value === "number" && !Number.isSafeInteger(value) && LONG.test(source)
        ? long(source, value)
        : value,
  );
}

/** Returns a whole number of 64 bits; null for a longer one. */
function wholeOf(source: string): bigint | null {
  if (source.length > MAX_WHOLE) return null;
  const whole = BigInt(source);
  return BigInt.asIntN(64, whole) === whole ? whole : null;
}

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

/** TypeScript does not know it yet. */
const asWritten: (text: string) => unknown = Reflect.get(JSON, "rawJSON");
