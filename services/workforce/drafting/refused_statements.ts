import { splitStatements, whyNoWorkflow } from "./assist/statements.ts";

/** Words of a request that no workflow is made from, and why. */
export type RefusedWords = { text: string; why: string };

/** Separates the statements of a request that request a blocked class from the others. */
export function splitRefused(content: string): { text: string; refused: RefusedWords[] } {
  const statements = splitStatements(content).map((text) => ({ text, why: whyNoWorkflow(text) }));
  const refused = statements.flatMap(({ text, why }) => why === null ? [] : [{ text, why }]);
  const kept = statements.filter(({ why }) => why === null).map(({ text }) => text);
  return { text: refused.length === 0 ? content : kept.join("\n"), refused };
}
