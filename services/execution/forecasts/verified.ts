import { type CombinationDocument, outcomeOf } from "../../../store/combinations/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { headOf } from "../../machine/repositories/mod.ts";
import { type Combination, knownCombination, possibleCombinations } from "./combinations.ts";
import type { GroupedResults } from "./groups.ts";
import type { CombinationsLive } from "./part.ts";
import type { ForecastSnapshot } from "./schemas.ts";

type Shown = ForecastSnapshot["combinations"][number];
type ShownOutcome = Pick<Shown, "outcome" | "detail" | "failures" | "output">;

/** What verifiers found with open results on the current files, and how many combinations could be verified on another day. */
interface VerifiedResults {
  readonly shown: readonly Shown[];
  readonly leftOut: number;
}

/**
 * Returns what is known of the combinations of open results, and of those that are to be verified next that they wait. `conflicts`
 * says which results, or pairs, cannot be combined.
 */
export async function verifiedResults(
  ctx: Ctx<CombinationsLive>,
  { groups }: GroupedResults,
  conflicts: (first: string, then: string | null) => boolean,
): Promise<VerifiedResults> {
  const shown: Shown[] = [];
  const { limit, executed } = ctx.combinations.today();
  let left = Math.max(0, limit - executed);
  let leftOut = 0;
  for (const group of groups) {
    for (const each of await possibleCombinations(ctx, group)) {
      const [first, then = null] = each.results.map(({ approval }) => approval.id);
      if (first === undefined || conflicts(first, then) || ctx.combinations.isApart(each)) continue;
      const outcome = found(ctx, each) ?? (left-- > 0 ? WAITING : null);
      if (outcome === null) leftOut++;
      else {
        const toCommit = then === null && await isToCommit(each);
        shown.push({ id: then === null ? first : `${first}+${then}`, first, then, ...outcome, toCommit });
      }
    }
  }
  if (shown.some(({ outcome }) => outcome === "waiting")) ctx.combinations.wake();
  return { shown, leftOut };
}

const WAITING: ShownOutcome = {
  outcome: "waiting",
  detail: "It is verified as soon as a slot is idle.",
  failures: [],
  output: "",
};

function found(ctx: Ctx<CombinationsLive>, combination: Combination): ShownOutcome | null {
  const known = knownCombination(ctx, combination.id);
  if (known) return shownCombination(known);
  const why = ctx.combinations.whyNot(combination);
  return why === null ? null : { outcome: "unknown", detail: why, failures: [], output: "" };
}

function shownCombination(known: CombinationDocument): ShownOutcome {
  const outcome = outcomeOf(known);
  const check = known.checks.find((each) => each.outcome === outcome)!;
  return {
    outcome,
    detail: check.detail,
    failures: check.failures,
    output: outcome === "passed" ? "" : check.output,
  };
}

/** Whether HEAD is still what the result was made on, so that a rebase would find nothing new. */
async function isToCommit({ group: { control }, results: [result] }: Combination): Promise<boolean> {
  const head = await headOf(control);
  return head !== null && head.commit === result!.base.commit;
}
