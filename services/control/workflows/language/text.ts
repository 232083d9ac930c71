import { type Expression, ExpressionError, type ExpressionScope } from "./expression.ts";

/** A text with `${{ … }}`, split into literal and computed parts. */
type TextTemplate = { parts: (string | { expression: Expression; offset: number })[] };

const OPEN = "${{";
const CLOSE = "}}";

/** Returns whether a text computes anything. */
export const isTemplate = (text: string): boolean => text.includes(OPEN);

/** Splits a text into its parts. Throws `ExpressionError` with the position within the text. */
export function parseTemplate(text: string, parse: (text: string) => Expression): TextTemplate {
  const parts: TextTemplate["parts"] = [];
  let at = 0;
  for (let open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, at)) {
    const end = text.indexOf(CLOSE, open + OPEN.length);
    if (end < 0) throw new ExpressionError('"${{" is not closed by "}}".', text.lastIndexOf(OPEN));
    if (open > at) parts.push(text.slice(at, open));
    const inner = text.slice(open + OPEN.length, end);
    const offset = end - inner.trimStart().length;
    try {
      parts.push({ expression: parse(inner.trim()), offset });
    } catch (cause) {
      if (!(cause instanceof ExpressionError)) throw cause;
      throw new ExpressionError(cause.message, offset + cause.offset);
    }
    at = end + CLOSE.length;
  }
  if (at < text.length) parts.push(text.slice(at));
  return { parts };
}

/** Returns what replaces a computed value, whatever its type. */
export type ShowComputed = (value: unknown, expression: Expression) => unknown;

/** Returns the value of a text; one that is nothing but `${{ … }}` keeps its type unless `show` changes it. */
export function renderTemplate(
  { parts }: TextTemplate,
  scope: ExpressionScope,
  show: ShowComputed = (value) => value,
): unknown {
  const [only] = parts;
  if (parts.length === 1 && typeof only === "object") {
    return show(only.expression.evaluate(scope), only.expression);
  }
  return parts.map((part) =>
    typeof part === "string" ? part : asText(show(part.expression.evaluate(scope), part.expression))
  ).join("");
}

/** Returns a value as it appears in a text. */
export const asText = (value: unknown): string =>
  typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);
