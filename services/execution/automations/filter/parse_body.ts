/** A whole number that JavaScript may not hold exactly, with at most the digits of an integer of expressions. */
const LONG = /^-?\d{16,19}$/;

/** Parses JSON as expressions read it: whole numbers keep all of their digits. Throws if the text is not JSON. */
export function parseBody(text: string): unknown {
  return /\d{16}/.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
}

function exact(_: string, value: unknown, { source = "" }: { source?: string } = {}): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value) || !LONG.test(source)) return value;
  const whole = BigInt(source);
  return BigInt.asIntN(64, whole) === whole ? whole : value;
}
