import { requireManifest } from "../../control/approvals/manifest.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";
import {
  type Control,
  namedDirectory,
  type OpenResult,
  standingsOf,
} from "../../machine/repositories/mod.ts";
import { controlOf } from "../commands/control.ts";
import type { WaitingResult } from "./open_results.ts";

/** A result that waits for its decision, and what its paths hold in the working tree. */
export type StandingResult = WaitingResult & { readonly open: OpenResult };

/** The open results that began in one directory, so that one private repository has the objects of all. */
export interface ResultGroup {
  readonly control: Control;
  readonly results: readonly StandingResult[];
}

/** Open results by their directory; those whose repository is gone, or is another one now, have no group. */
export interface GroupedResults {
  readonly root: string;
  readonly groups: readonly ResultGroup[];
  readonly named: readonly (readonly WaitingResult[])[];
}

/** Compares open results with the working tree, each with those that began in the same directory. */
export async function groupResults(
  ctx: Ctx,
  root: string,
  waiting: readonly WaitingResult[],
): Promise<GroupedResults> {
  const named = [...Map.groupBy(waiting, ({ base }) => namedDirectory(base)).values()];
  const groups: ResultGroup[] = [];
  for (const group of named) {
    try {
      const control = await controlOf(ctx, group[0]!.run);
      const results: StandingResult[] = [];
      for (const each of group) results.push({ ...each, open: await standing(ctx, root, each) });
      groups.push({ control, results });
    } catch (cause) {
      if (!(cause instanceof ServiceError)) throw cause;
    }
  }
  return { root, groups, named };
}

async function standing(
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
