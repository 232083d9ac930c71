/** The scope of the answer to a worker's question. */
export type Scope = "once" | "run" | "repository" | "pattern";

/** The parts of a question that limit the scope of its answer. */
type Asks = { kind: string; pattern?: string | undefined; crossings: readonly { kind: string }[] };

/** Returns the possible scopes. What contains a secret, is undeclared, or reaches outside can be allowed only once. */
export function scopesOf(asks: Asks | undefined): Scope[] {
  if (!asks || asks.kind === "external") return ["once"];
  if (asks.crossings.some(({ kind }) => kind === "secret" || kind === "unclear")) return ["once"];
  return ["once", "run", "repository", ...(asks.pattern === undefined ? [] : ["pattern" as const])];
}
