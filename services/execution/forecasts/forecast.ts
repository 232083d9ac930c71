import { approvalStream } from "../../../store/approvals/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { ExecutionLive } from "../../control/runs/execution.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { bestOrder, type ResultForecast } from "../../machine/repositories/mod.ts";
import { compareResults } from "./compare.ts";
import { groupResults } from "./groups.ts";
import { openResults, type WaitingResult } from "./open_results.ts";
import type { CombinationsLive } from "./part.ts";
import type { ForecastQuery, ForecastSnapshot } from "./schemas.ts";
import { verifiedResults } from "./verified.ts";

/**
 * Returns what would become of the open results of a repository if they were applied one after the other, and the best order
 * for that. It writes nothing outside the storage directory.
 *
 * @throws {InvalidError} what `resolveRepoPath` throws
 */
export async function forecastResults(
  ctx: Ctx<CombinationsLive & ExecutionLive>,
  { repoPath }: ForecastQuery,
): Promise<ForecastSnapshot> {
  const { root, chosen, leftOut } = await openResults(ctx, repoPath);
  const grouped = await groupResults(ctx, root, chosen);
  const { alone, pairs, verified } = await ctx.execution.creating(async () => {
    const compared = await compareResults(ctx, grouped);
    return { ...compared, verified: await verifiedResults(ctx, grouped, conflictsIn(compared)) };
  });
  // Some may have been decided or erased while the files were read.
  const isOpen = (id: string) => ctx.store.documents.get(approvalStream, id)?.status === "pending";
  const areOpen = ({ first, then }: { first: string; then: string | null }) =>
    isOpen(first) && (then === null || isOpen(then));
  const open = chosen.filter(({ approval }) => isOpen(approval.id));
  const among = pairs.filter(areOpen);
  const combinations = verified.shown.filter(areOpen);
  const { limit, executed } = ctx.combinations.today();
  return {
    repoPath: root,
    ...show(ctx, open, { alone, pairs: among }, combinations),
    combinations,
    verifications: { limit, today: executed },
    leftOut: {
      results: leftOut,
      pairs: among.filter(({ judged }) => judged === null).length,
      combinations: verified.leftOut,
    },
  };
}

/** Returns whether a result, or each of two after the other, cannot be applied or brings nothing. */
function conflictsIn({ alone, pairs }: ResultForecast): (first: string, then: string | null) => boolean {
  const outcomes = new Map(pairs.map(({ first, then, judged }) => [`${first}/${then}`, judged?.outcome]));
  const isLost = (outcome: string | undefined) => outcome === "conflicts" || outcome === "contained";
  return (first, then) =>
    then === null
      ? isLost(alone.get(first)?.outcome)
      : isLost(outcomes.get(`${first}/${then}`)) && isLost(outcomes.get(`${then}/${first}`));
}

function show(
  { store: { documents } }: Pick<Ctx, "store">,
  chosen: readonly WaitingResult[],
  { alone, pairs }: ResultForecast,
  combinations: ForecastSnapshot["combinations"],
): Pick<ForecastSnapshot, "results" | "pairs"> {
  const failed = combinations.filter(({ outcome }) => outcome === "failed");
  const failing = new Set(failed.filter(({ then }) => then === null).map(({ first }) => first));
  const arrives = (id: string) =>
    ["clean", "rebases"].includes(alone.get(id)?.outcome ?? "") && !failing.has(id);
  const hindered = new Set([
    ...pairs.filter(({ judged }) => judged?.outcome === "conflicts").map(({ first, then }) =>
      `${first}/${then}`
    ),
    ...failed.flatMap(({ first, then }) => [`${first}/${then}`, `${then}/${first}`]),
  ]);
  const ids = chosen.map(({ approval }) => approval.id);
  const { applied, left } = bestOrder(ids.filter(arrives), (first, then) => hindered.has(`${first}/${then}`));
  const shown = new Map(chosen.map(({ approval }) => [approval.id, approval]));
  const order = [...applied, ...left, ...ids.filter((id) => !arrives(id))];
  return {
    results: order.map((id) => {
      const { outcome = null, files = [] } = alone.get(id) ?? {};
      const { runId, title } = shown.get(id)!;
      const runNumber = documents.numberOf(runStream, runId);
      return { id, runId, runNumber, title, outcome, files: files.map(showFile), fits: applied.includes(id) };
    }),
    pairs: pairs.flatMap(({ first, then, judged }) =>
      judged === null
        ? []
        : [{ id: `${first}/${then}`, first, then, ...judged, files: judged.files.map(showFile) }]
    ),
  };
}

const showFile = ({ path, lines }: { path: string; lines: string }) => ({ id: path, lines });
