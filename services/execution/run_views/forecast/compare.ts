import { Recent } from "../../../../store/recent.ts";
import { requireManifest } from "../../../control/approvals/manifest.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { ServiceError } from "../../../ground/kernel/errors.ts";
import { ownedBy } from "../../../ground/kernel/owned_by.ts";
import {
  forecast,
  type Judged,
  type Merged,
  namedDirectory,
  type OpenResult,
  type Pair,
  type ResultForecast,
  standingsOf,
} from "../../../machine/repositories/mod.ts";
import { controlOf } from "../../commands/control.ts";
import type { WaitingResult } from "./open_results.ts";

/** How many merges one request makes; the next one continues. */
const MAX_MERGES = 100;

/** Merges by the hashes of their trees. A value is a hash, or paths with numbers of lines: nothing of it is content. */
const mergesOf = ownedBy<Ctx["store"], Recent<Merged>>(() => new Recent<Merged>(10_000));

/** Compares results for a working tree with it, and with each other. */
export async function compareResults(
  ctx: Ctx,
  root: string,
  waiting: readonly WaitingResult[],
): Promise<ResultForecast> {
  const alone = new Map<string, Judged | null>();
  const pairs: Pair[] = [];
  const groups = Map.groupBy(waiting, ({ base }) => namedDirectory(base));
  for (const group of groups.values()) {
    try {
      const control = await controlOf(ctx, group[0]!.run);
      const results: OpenResult[] = [];
      for (const each of group) results.push(await resultOf(ctx, root, each));
      const found = await forecast(control, { results, known: mergesOf(ctx.store), most: MAX_MERGES });
      for (const [id, judged] of found.alone) alone.set(id, judged);
      pairs.push(...found.pairs);
    } catch (cause) {
      // Its results are shown as not known: the repository may be gone, or another one may be in its place.
      if (!(cause instanceof ServiceError)) throw cause;
    }
  }
  return { alone, pairs: [...pairs, ...unmerged(ctx, [...groups.values()])] };
}

async function resultOf(
  ctx: Ctx,
  root: string,
  { approval, bundle, base, result }: WaitingResult,
): Promise<OpenResult> {
  const manifest = requireManifest(ctx, bundle.manifestSha256);
  return {
    id: approval.id,
    manifest,
    standings: await standingsOf(root, manifest),
    trees: { from: base.tree, to: result.tree },
  };
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
