import { Panel } from "../../kit/panel.tsx";
import type { AccessContract } from "../common/types.ts";

/** The permissions of an agent, as an agent with the agent token reads them. */
export function AgentContract({ contract }: { contract: AccessContract }) {
  return (
    <Panel title="Agent contract">
      <p class="agent-boundary">{contract.boundarySummary}</p>
      <div class="columns">
        <div class="stack">
          <h3>Only a person</h3>
          <ul class="row totals" aria-label="Only a person">
            {contract.humanOnlyActionClasses.map(({ id, label }) => <li key={id}>{label}</li>)}
          </ul>
          <h3>Blocked for agents</h3>
          <dl class="stack">
            {contract.blockedCapabilityClasses.map(({ id, label, description }) => (
              <div key={id}>
                <dt>
                  <strong>{label}</strong>
                </dt>
                <dd class="hint small blocked-words">{description}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div class="stack">
          <h3>How agents work with the API</h3>
          <ol class="flow">
            {contract.recommendedHeadlessFlow.map(({ id, operation, purpose }) => (
              <li key={id}>
                {purpose} <code class="hint small wrap-anywhere">{operation}</code>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </Panel>
  );
}
