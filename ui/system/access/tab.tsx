import { Banner } from "../../kit/banner.tsx";
import { createResource } from "../../kit/resource.ts";
import { Skeleton } from "../../kit/skeleton.tsx";
import { type Frame, useLive, usePageStore } from "../../shell/mod.ts";
import { AgentContract } from "./agent_contract.tsx";
import { OperationsTable } from "./operations_table.tsx";

/** Who may do what: the boundary of an agent, and every operation with its class. */
export function AccessTab() {
  const contract = usePageStore(({ call }: Frame) =>
    createResource(() => call("GET /agent-client/contract"))
  );
  useLive(() => false, () => void contract.refresh());
  const shown = contract.value.value;
  const problem = contract.problem.value;
  if (!shown) return problem ? <Banner tone="bad">{problem}</Banner> : <Skeleton lines={6} />;
  return (
    <>
      <AgentContract contract={shown} />
      <OperationsTable contract={shown} />
    </>
  );
}
