/** How far the answer to a worker's question holds. */
export type Scope = "once" | "run" | "repository" | "pattern";

/** What of a question says how far its answer can hold. */
type Asks = { kind: string; pattern?: string | undefined; crossings: readonly { kind: string }[] };

/** How far an answer can hold: what holds a secret, does not say what it is, or goes outside is allowed once at most. */
export function scopesOf(asks: Asks | undefined): Scope[] {
  if (!asks || asks.kind === "external") return ["once"];
  if (asks.crossings.some(({ kind }) => kind === "secret" || kind === "unclear")) return ["once"];
  return ["once", "run", "repository", ...(asks.pattern === undefined ? [] : ["pattern" as const])];
}
