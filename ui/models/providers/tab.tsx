import { Banner } from "../../kit/banner.tsx";
import { createResource } from "../../kit/resource.ts";
import { Skeleton } from "../../kit/skeleton.tsx";
import { type Frame, useLive, usePageStore } from "../../shell/mod.ts";
import { ProviderPanel } from "./provider_panel.tsx";

/** Every provider, whether it can be used, and what to do where it cannot. */
export function ProvidersTab() {
  const health = usePageStore(({ call }: Frame) => createResource(() => call("GET /providers/health")));
  useLive(({ type }) => /^(?:provider|secret)\./.test(type), () => void health.refresh());
  const shown = health.value.value;
  const problem = health.problem.value;
  return (
    <>
      {problem && <Banner tone="bad">{problem}</Banner>}
      {shown
        ? (
          <div class="columns">
            {Object.values(shown).map((provider) => <ProviderPanel key={provider.id} provider={provider} />)}
          </div>
        )
        : !problem && <Skeleton lines={5} />}
    </>
  );
}
