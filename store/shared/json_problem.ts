import { messageOf } from "./message_of.ts";

/** Returns what makes a text no JSON, and where, without what the engine quotes of it, which may be a secret. */
export function jsonProblem(cause: unknown): string {
  const said = messageOf(cause).replace(/, (?:\.{3})?"[\s\S]*$/, "");
  if (said.startsWith("Unexpected end")) return "it ends too early";
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(said) ?? [];
  const what = said.replace(/(?: in JSON)? at position[\s\S]*$/, "").replace(
    /^Unexpected token/,
    "unexpected",
  );
  const where = line === undefined ? "" : ` at line ${line}, column ${column}`;
  return `${what[0]!.toLowerCase()}${what.slice(1)}${where}`;
}
