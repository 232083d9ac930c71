import { ResourceView } from "../../kit/resource_view.tsx";
import { useResource } from "../../shell/mod.ts";
import { AgentContract } from "./agent_contract.tsx";
import { OperationsTable } from "./operations_table.tsx";

/** The permissions of agents, and the list of operations with their classes. */
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
