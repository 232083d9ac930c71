import { Badge } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Fact } from "../../kit/panel.tsx";
import { dollars, type RoutePreview, type RoutingPolicy } from "../common/types.ts";

type Choice = NonNullable<RoutePreview["selectedModel"]>;

/** The chosen model, its fallbacks, the models that were skipped, and why. */
export function RouteView({ route, policies }: { route: RoutePreview; policies: readonly RoutingPolicy[] }) {
  const { selectedModel, alternatives, excluded, matchingPolicyId, budget } = route;
  const policy = policies.find(({ id }) => id === matchingPolicyId);
  return (
    <div class="stack" role="status">
      {selectedModel ? <ChoiceLine choice={selectedModel} /> : (
        <Banner tone="bad">
          No model matches. The reasons are below: relax a limit, or make a provider ready.
        </Banner>
      )}
      {route.warnings.map((warning) => <Banner key={warning} tone="warning">{warning}</Banner>)}
      <ul class="rationale">{route.rationale.map((reason) => <li key={reason}>{reason}</li>)}</ul>
      <dl class="facts">
        <Fact name="Policy">{matchingPolicyId && (policy?.name ?? matchingPolicyId)}</Fact>
        <Fact name="Budget left">{budget.leftUsd === null ? null : dollars(budget.leftUsd)}</Fact>
        <Fact name="Fallbacks, in order">{alternatives.map(({ id }) => id).join(", ")}</Fact>
      </dl>
      {excluded.length > 0 && (
        <details>
          <summary>Not chosen: {excluded.length}</summary>
          <ul>
            {excluded.map(({ id, reason }) => (
              <li key={id}>
                <code>{id}</code>: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function ChoiceLine({ choice }: { choice: Choice }) {
  const cost = choice.expectedCostUsd;
  return (
    <p class="row">
      <strong class="wrap-anywhere">{choice.id}</strong>
      <Badge>{choice.privacy}</Badge>
      <span class="hint">
        {cost ? `about ${dollars(cost.low)} to ${dollars(cost.high)}` : "price unknown"}, through{" "}
        {choice.executionPath}
      </span>
    </p>
  );
}
