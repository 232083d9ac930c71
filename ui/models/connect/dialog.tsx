import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { chooseDefault } from "../../../client/default_worker.ts";
import { connectStatedServer } from "../../../client/lacked_server.ts";
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

/** The result of the last attempt, and the provider that refused its key. */
type Outcome = { tone: "good" | "bad"; sentence: string; again?: Asking };

/** What is asked before `use` is tried: the key of a provider, or the address of a server. */
type Asking =
  & { use: string | null; agent: boolean }
  & ({ key: { id: string; label: string } } | { kind: NonNullable<FoundProvider["lacks"]>["kind"] });

/** Finds models and agents on this machine, asks for a key if needed, tests the chosen one, and makes it the default. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const { call } = useFrame();
  const found = usePageStore(() => createResource(async () => (await call("POST /providers/find")).found));
  useEffect(() => void found.refresh(), []);
  const asking = useSignal<Asking | null>(null);
  const busy = useSignal<string | null>(null);
  const outcome = useSignal<Outcome | null>(null);
  /** `begin` is done before the provider is tried. */
  const use = async (provider: string, agent: boolean, begin?: () => Promise<unknown>) => {
    asking.value = null;
    busy.value = provider;
    outcome.value = null;
    try {
      await begin?.();
      const tested = await call("POST /providers/:provider/test", { params: { provider }, body: {} });
      outcome.value = { tone: tested.ok ? "good" : "bad", sentence: tested.detail };
      if (tested.needsKeyOf !== null) {
        const key = { id: tested.needsKeyOf, label: tested.needsKeyOf };
        outcome.value = { ...outcome.value, again: { use: provider, agent, key } };
      }
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
  const useServerOf = ({ id }: FoundProvider, lacks: NonNullable<FoundProvider["lacks"]>) => {
    const { baseUrl, kind } = lacks;
    if (baseUrl === null) asking.value = { use: id, agent: true, kind };
    else void use(id, true, () => connectStatedServer(call, lacks, baseUrl));
  };
  const close = () => asking.value = null;
  if (asking.value) {
    const { use: id, agent, ...asked } = asking.value;
    return "kind" in asked
      ? <AddServer kind={asked.kind} onAdded={(server) => void use(id ?? server, agent)} onClose={close} />
      : <KeyForm {...asked.key} onStored={() => void use(id ?? asked.key.id, agent)} onClose={close} />;
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
          <Button onPress={() => asking.value = { use: null, agent: false, kind: "openai-compatible" }}>
            A server at another address …
          </Button>
          <Button onPress={onClose}>Close</Button>
        </>
      }
    >
      <div class="stack">
        {outcome.value && (
          <Banner tone={outcome.value.tone}>
            {outcome.value.sentence} {outcome.value.again && (
              <Button
                small
                onPress={() => asking.value = outcome.value!.again!}
              >
                Give another key …
              </Button>
            )}
          </Banner>
        )}
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
                  onKey={() => asking.value = { use: one.id, agent: one.kind === "agent", key: one }}
                  onServer={() => useServerOf(one, one.lacks!)}
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
