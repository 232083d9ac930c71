import type { AnswerScope } from "../store/shared/enumerations.ts";

export type { AnswerScope };

/** The parts of a question that limit the scope of its answer. */
type Asks = { kind: string; pattern?: string | undefined; crossings: readonly { kind: string }[] };

/** Returns the possible scopes. What contains a secret, is undeclared, or reaches outside can be allowed only once. */
export function scopesOf(asks: Asks | undefined): AnswerScope[] {
  if (!asks || asks.kind === "external") return ["once"];
  if (asks.crossings.some(({ kind }) => kind === "secret" || kind === "unclear")) return ["once"];
  return ["once", "run", "repository", ...(asks.pattern === undefined ? [] : ["pattern" as const])];
}
