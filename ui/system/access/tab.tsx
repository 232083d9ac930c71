import { ResourceView } from "../../kit/resource_view.tsx";
import { useResource } from "../../shell/mod.ts";
import { AgentContract } from "./agent_contract.tsx";
import { OperationsTable } from "./operations_table.tsx";

/** Who may do what: the boundary of an agent, and every operation with its class. */
export function AccessTab() {
  const contract = useResource(({ call }) => call("GET /agent-client/contract"), () => false);
  return (
    <ResourceView resource={contract} lines={6}>
      {(shown) => (
        <>
          <AgentContract contract={shown} />
          <OperationsTable contract={shown} />
        </>
      )}
    </ResourceView>
  );
}
