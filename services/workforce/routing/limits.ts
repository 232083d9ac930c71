import { money } from "../../ground/kernel/words.ts";
import type { Privacy } from "../../../store/shared/enumerations.ts";
import { expectedCost } from "./cost.ts";
import type { Estimate, RouteCandidate, RouteLimits, Work } from "./types.ts";

/** How far something is from this machine. */
const DISTANCE: Readonly<Record<Privacy, number>> = { "local": 0, "private-network": 1, "third-party": 2 };

/** Returns the stricter of two limits, field by field. */
export function stricter(a: RouteLimits, b: RouteLimits): RouteLimits {
  const privacy =
    [a.privacy, b.privacy].filter((each) => each !== undefined).toSorted((x, y) =>
      DISTANCE[x] - DISTANCE[y]
    )[0];
  const costs = [a.maxCostUsd, b.maxCostUsd].filter((each) => each !== undefined);
  return {
    ...(privacy !== undefined && { privacy }),
    ...(costs.length > 0 && { maxCostUsd: Math.min(...costs) }),
  };
}

/** Returns why a model cannot do the work, or null. An unknown price fails any price limit. */
export function objection(
  candidate: RouteCandidate,
  { limits, work, recipe, estimate }: {
    limits: RouteLimits;
    work: Work;
    recipe: boolean;
    estimate: Estimate;
  },
): string | null {
  const { privacy, roles, recipesOnly } = candidate;
  if (limits.privacy !== undefined && DISTANCE[privacy] > DISTANCE[limits.privacy]) {
    return `It is ${SPOKEN[privacy]}, and the limit is ${SPOKEN[limits.privacy]}.`;
  }
  if (limits.maxCostUsd !== undefined) {
    const cost = expectedCost(candidate, estimate);
    if (cost === null) return `Its price is unknown, and the limit is ${money(limits.maxCostUsd)}.`;
    if (cost.low > limits.maxCostUsd) {
      return `It would cost at least ${money(cost.low)}, and the limit is ${money(limits.maxCostUsd)}.`;
    }
  }
  if (work.role !== undefined && roles.length > 0 && !roles.includes(work.role)) {
    return `It is meant for ${roles.join(", ")}, not for ${work.role}.`;
  }
  if (recipesOnly && !recipe) return "It only runs recipes, and this request is not a recipe.";
  return candidate.unready;
}

const SPOKEN: Readonly<Record<Privacy, string>> = {
  "local": "on this machine",
  "private-network": "in the private network",
  "third-party": "with a third party",
};
