import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { chooseDefault } from "../../../client/default_worker.ts";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { createResource } from "../../kit/resource.ts";
import { ResourceView } from "../../kit/resource_view.tsx";
import { useFrame, usePageStore } from "../../shell/mod.ts";
import type { FoundProvider } from "../common/types.ts";
import { AddServer } from "./add_server.tsx";
import { FoundRow } from "./found_row.tsx";
import { KeyForm } from "./key_form.tsx";
import { messageOf } from "../../../store/shared/message_of.ts";

/** The result of the last attempt. */
type Outcome = { tone: "good" | "bad"; sentence: string };

/** Finds models and agents on this machine, asks for a key if needed, tests the chosen one, and makes it the default. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const { call } = useFrame();
  const found = usePageStore(() => createResource(async () => (await call("POST /providers/find")).found));
  useEffect(() => void found.refresh(), []);
  const asking = useSignal<FoundProvider | "address" | null>(null);
  const busy = useSignal<string | null>(null);
  const outcome = useSignal<Outcome | null>(null);
  const use = async (provider: string, agent: boolean) => {
    asking.value = null;
    busy.value = provider;
    outcome.value = null;
    try {
      const tested = await call("POST /providers/:provider/test", { params: { provider }, body: {} });
      outcome.value = { tone: tested.ok ? "good" : "bad", sentence: tested.detail };
      if (tested.ok && tested.model !== null) {
        const model = agent ? "default" : tested.model.slice(tested.model.indexOf("/") + 1);
        await chooseDefault(call, { provider, model, agent });
        outcome.value = {
          tone: "good",
          sentence: `${tested.detail} It does what needs a model from now on.`,
        };
      }
    } catch (error) {
      outcome.value = { tone: "bad", sentence: messageOf(error) };
    }
    busy.value = null;
    void found.refresh();
  };
  if (asking.value === "address") {
    return <AddServer onAdded={(id) => void use(id, false)} onClose={() => asking.value = null} />;
  }
  if (asking.value) {
    const { id, label } = asking.value;
    return (
      <KeyForm
        id={id}
        label={label}
        onStored={() => void use(id, false)}
        onClose={() => asking.value = null}
      />
    );
  }
  const absent = (found.value.value ?? []).filter(({ state }) => state === "absent").map(({ label }) =>
    label
  );
  return (
    <Dialog
      title="Connect a model or an agent"
      wide
      onClose={onClose}
      foot={
        <>
          <Button onPress={() => asking.value = "address"}>A server at another address …</Button>
          <Button onPress={onClose}>Close</Button>
        </>
      }
    >
      <div class="stack">
        {outcome.value && <Banner tone={outcome.value.tone}>{outcome.value.sentence}</Banner>}
        <ResourceView resource={found} lines={5}>
          {(shown) => (
            <ul class="found" aria-label="What was found">
              {shown.map((one) => (
                <FoundRow
                  key={one.id}
                  found={one}
                  busy={busy.value === one.id}
                  disabled={busy.value !== null}
                  onUse={() => void use(one.id, one.kind === "agent")}
                  onKey={() => asking.value = one}
                />
              ))}
            </ul>
          )}
        </ResourceView>
        {absent.length > 0 && <p class="hint small">Not found on this machine: {absent.join(", ")}.</p>}
      </div>
    </Dialog>
  );
}
