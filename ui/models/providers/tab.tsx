import { useSignal } from "@preact/signals";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { createResource } from "../../kit/resource.ts";
import { Skeleton } from "../../kit/skeleton.tsx";
import { type Frame, useLive, usePageStore } from "../../shell/mod.ts";
import { ConnectDialog } from "../connect/dialog.tsx";
import { ProviderPanel } from "./provider_panel.tsx";

/** Every provider, whether it can be used, and what to do where it cannot. */
export function ProvidersTab() {
  const health = usePageStore(({ call }: Frame) => createResource(() => call("GET /providers/health")));
  useLive(({ type }) => /^(?:provider|secret)\./.test(type), () => void health.refresh());
  const connecting = useSignal(new URLSearchParams(location.search).has("connect"));
  const shown = health.value.value;
  const problem = health.problem.value;
  return (
    <>
      <div class="row">
        <Button kind="primary" onPress={() => connecting.value = true}>Connect a model or an agent …</Button>
      </div>
      {connecting.value && (
        <ConnectDialog
          onClose={() => {
            connecting.value = false;
            void health.refresh();
          }}
        />
      )}
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
