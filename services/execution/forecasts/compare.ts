import { Recent } from "../../../store/recent.ts";
import { requireManifest } from "../../control/approvals/manifest.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";
import { ownedBy } from "../../ground/kernel/owned_by.ts";
import {
  forecast,
  type Judged,
  type Merged,
  type Pair,
  type ResultForecast,
} from "../../machine/repositories/mod.ts";
import type { GroupedResults } from "./groups.ts";
import type { WaitingResult } from "./open_results.ts";

/** How many merges one request makes; the next one continues. */
const MAX_MERGES = 100;

/** Merges by the hashes of their trees. A value is a hash, or paths with numbers of lines: nothing of it is content. */
const mergesOf = ownedBy<Ctx["store"], Recent<Merged>>(() => new Recent<Merged>(10_000));

/** Compares results for a working tree with it, and with each other. */
export async function compareResults(
  ctx: Ctx,
  { groups, named }: GroupedResults,
): Promise<ResultForecast> {
  const alone = new Map<string, Judged | null>();
  const pairs: Pair[] = [];
  for (const { control, results } of groups) {
    try {
      const open = results.map((each) => each.open);
      const found = await forecast(control, { results: open, known: mergesOf(ctx.store), most: MAX_MERGES });
      for (const [id, judged] of found.alone) alone.set(id, judged);
      pairs.push(...found.pairs);
    } catch (cause) {
      // Its results are shown as not known: the repository may be gone, or another one may be in its place.
      if (!(cause instanceof ServiceError)) throw cause;
    }
  }
  return { alone, pairs: [...pairs, ...unmerged(ctx, named)] };
}

/** Returns the pairs of the same files whose objects are in two private repositories, because they began in two directories. */
function unmerged(ctx: Ctx, groups: readonly (readonly WaitingResult[])[]): Pair[] {
  const paths = groups.map((group) =>
    group.map(({ approval, bundle }) => ({
      id: approval.id,
      paths: new Set(requireManifest(ctx, bundle.manifestSha256).files.map(({ path }) => path)),
    }))
  );
  return paths.flatMap((ones, i) =>
    paths.filter((_, j) => i !== j).flat().flatMap((then) =>
      ones.filter((first) => !first.paths.isDisjointFrom(then.paths))
        .map((first) => ({ first: first.id, then: then.id, judged: null }))
    )
  );
}
