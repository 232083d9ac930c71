import type { Result } from "../routes/endpoint.ts";
import type { Api } from "../routes/mod.ts";
import { counted } from "./words.ts";

/** A race as the API shows it. */
export type Race = Result<Api["GET /runs/:id/race"]>;
type Contender = Race["contenders"][number];

/** Returns the name of a contender's worker. */
export const workerOf = ({ worker, plannedBy }: Contender): string => {
  const { provider, model } = plannedBy ?? worker;
  return model === undefined ? provider : `${provider}/${model}`;
};

/** Returns in words what became of a contender. */
export function standingWords({ state, outcome, turnsGreen }: Contender): string {
  if (state !== "finished") return state;
  if (outcome === "passed") return turnsGreen ? "failed → passed" : "passed";
  return outcome === "failed" ? "failed" : "not verified";
}

/** Returns in words how often a contender got the verifier's output back; null if it did not. */
export const fixWords = ({ state, fixRounds }: Contender): string | null =>
  fixRounds === 0
    ? null
    : state === "finished" || state === "out"
    ? `after ${counted(fixRounds, "fix round")}`
    : `in fix round ${fixRounds}`;

/** Returns in words how much a contender changed; empty before it has a result. */
export const sizeWords = ({ files, additions, deletions }: Contender): string =>
  files === null ? "" : `${counted(files, "file")}, +${additions} −${deletions}`;

/** Returns a sentence about what the results have in common, or in which they differ; null if there is nothing to say. */
export function comparedWords({ common, disputed }: Race): string | null {
  const said = [
    ...(common.length > 0 ? [`All change ${named(common)} in the same way.`] : []),
    ...(disputed.length > 0 ? [`They change ${named(disputed)} differently.`] : []),
  ];
  return said.length === 0 ? null : said.join(" ");
}

const named = (paths: readonly string[]): string =>
  `${paths.slice(0, 5).join(", ")}${paths.length > 5 ? ` and ${paths.length - 5} more` : ""}`;
