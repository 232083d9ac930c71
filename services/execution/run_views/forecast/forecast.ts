import { approvalStream } from "../../../../store/approvals/stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { bestOrder, type ResultForecast } from "../../../machine/repositories/mod.ts";
import { compareResults } from "./compare.ts";
import { openResults, type WaitingResult } from "./open_results.ts";
import type { ForecastQuery, ForecastSnapshot } from "./schemas.ts";

/**
 * Returns what would become of the open results of a repository if they were applied one after the other, and the best order
 * for that. It writes nothing outside the storage directory.
 *
 * @throws {InvalidError} what `resolveRepoPath` throws
 */
export async function forecastResults(ctx: Ctx, { repoPath }: ForecastQuery): Promise<ForecastSnapshot> {
  const { root, chosen, leftOut } = await openResults(ctx, repoPath);
  const { alone, pairs } = await compareResults(ctx, root, chosen);
  // Some may have been decided or erased while the files were read.
  const isOpen = (id: string) => ctx.store.documents.get(approvalStream, id)?.status === "pending";
  const open = chosen.filter(({ approval }) => isOpen(approval.id));
  const among = pairs.filter(({ first, then }) => isOpen(first) && isOpen(then));
  return {
    repoPath: root,
    ...show(open, { alone, pairs: among }),
    leftOut: {
      results: leftOut,
      pairs: among.filter(({ judged }) => judged === null).length,
    },
  };
}

function show(
  chosen: readonly WaitingResult[],
  { alone, pairs }: ResultForecast,
): Pick<ForecastSnapshot, "results" | "pairs"> {
  const arrives = (id: string) => ["clean", "rebases"].includes(alone.get(id)?.outcome ?? "");
  const conflicts = new Set(
    pairs.filter(({ judged }) => judged?.outcome === "conflicts").map(({ first, then }) =>
      `${first}/${then}`
    ),
  );
  const ids = chosen.map(({ approval }) => approval.id);
  const { applied, left } = bestOrder(
    ids.filter(arrives),
    (first, then) => conflicts.has(`${first}/${then}`),
  );
  const shown = new Map(chosen.map(({ approval: { id, runId, title } }) => [id, { id, runId, title }]));
  const order = [...applied, ...left, ...ids.filter((id) => !arrives(id))];
  return {
    results: order.map((id) => {
      const { outcome = null, files = [] } = alone.get(id) ?? {};
      return { ...shown.get(id)!, outcome, files: files.map(showFile), fits: applied.includes(id) };
    }),
    pairs: pairs.flatMap(({ first, then, judged }) =>
      judged === null
        ? []
        : [{ id: `${first}/${then}`, first, then, ...judged, files: judged.files.map(showFile) }]
    ),
  };
}

const showFile = ({ path, lines }: { path: string; lines: string }) => ({ id: path, lines });
