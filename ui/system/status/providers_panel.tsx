import { Badge } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Panel } from "../../kit/panel.tsx";
import type { SystemStatus } from "../common/types.ts";

/** The providers, and the next step for one that is not ready. */
export function ProvidersPanel({ status }: { status: SystemStatus }) {
  const { providerHealth, providerConfiguration, modelCatalogStatus: { nextStep } } = status;
  return (
    <Panel
      title="Providers"
      count={providerHealth.length}
      actions={<a class="button button-small" href="/dashboard/models">Models</a>}
    >
      {!providerConfiguration.ok && (
        <Banner tone="warning">{providerConfiguration.detail} {providerConfiguration.fix}</Banner>
      )}
      {nextStep && (
        <p class="hint">
          {nextStep.detail} <code class="wrap-anywhere">{nextStep.command}</code>
        </p>
      )}
      <ul class="plain-list">
        {providerHealth.map((provider) => (
          <li key={provider.id} class="stack">
            <span class="row">
              <strong>{provider.label}</strong>
              <span class="grow" />
              <Badge tone={provider.status === "ready" ? "good" : "neutral"} dot>
                {provider.status.replace("_", " ")}
              </Badge>
            </span>
            {provider.reason && <span class="hint small wrap-anywhere">{provider.reason} {provider.fix}
            </span>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
