import { money } from "../../ground/kernel/words.ts";
import { hintName } from "./hint.ts";
import type { ModelName } from "../../sessions/models/providers/model_name.ts";
import type { RouteCandidate, RouteChoice, RouteLimits, RouteQuestion, RoutingPolicy } from "./types.ts";

/** Returns a model as `provider/model`. */
export const nameOf = ({ provider, model }: ModelName): string => `${provider}/${model}`;

const HOW_TO_CONNECT = "To connect a model or an agent: `agent-harness connect`, or the page Models.";

/** Returns what is missing if no model can be used without being named. */
function whyNoneByDefault(candidates: readonly RouteCandidate[]): string {
  const models = candidates.filter(({ recipesOnly }) => !recipesOnly);
  if (models.length === 0) return "No model or agent is connected, so the run would wait for one.";
  return models.some(({ byDefault }) => byDefault)
    ? "No connected model or agent can be used now, so the run would wait for one."
    : `Models and agents that are not a default are only used if named, such as ${
      nameOf(models[0]!)
    }, so the run would wait.`;
}

/** Returns what a person should know about a decision: why nothing is selected, or what the selected model implies. */
export function routeWarningsOf(
  { requested, recipeFault, hint, candidates }: RouteQuestion,
  selected: RouteChoice | null,
  { maxCostUsd }: RouteLimits,
  policy: RoutingPolicy | null,
): string[] {
  if (!selected) {
    if (requested) return ["The run would wait for the requested model."];
    const waits = policy && policy.prefer.length > 0
      ? `No model that the policy "${policy.name}" prefers can be used. The run would wait for one.`
      : hint
      ? `The profile "${hint.profile}" prefers ${
        hintName(hint)
      }. The run would wait for that, or for a model that is not ` +
        "further from this machine."
      : whyNoneByDefault(candidates);
    return [`${waits} ${HOW_TO_CONNECT}`, ...(recipeFault === undefined ? [] : [recipeFault])];
  }
  const { expectedCostUsd: cost, privacy } = selected;
  return [
    ...(privacy === "third-party" ? ["What the run reads is sent to a third party."] : []),
    ...(cost === null ? ["Its price is unknown, so no budget can be enforced."] : []),
    ...(cost && maxCostUsd !== undefined && cost.high > maxCostUsd
      ? [`It may cost up to ${money(cost.high)}. A call that would exceed ${money(maxCostUsd)} is refused.`]
      : []),
  ];
}
