import { Badge } from "../../../kit/badge.tsx";
import { Banner } from "../../../kit/banner.tsx";
import { Button } from "../../../kit/button.tsx";
import { Code } from "../../../kit/text/code.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { ResourceView } from "../../../kit/resource_view.tsx";
import { counted } from "../../../../client/words.ts";
import type { ReplayPacket } from "../../types.ts";
import type { RunStore } from "../state/store.ts";
import { ShownLines } from "../../../kit/text/shown_text.tsx";

/** Everything that is needed to repeat the run, and whether that is possible now. */
export function ReplayTab({ store }: { store: RunStore }) {
  return (
    <ResourceView resource={store.replay} lines={6}>
      {(packet) => <Replay packet={packet} onSave={() => void store.savePacket()} />}
    </ResourceView>
  );
}

function Replay({ packet, onSave }: { packet: ReplayPacket; onSave: () => void }) {
  const { dryRun } = packet;
  const changed =
    dryRun.steps.flatMap(({ inputs }) => inputs).filter(({ state }) => state !== "unchanged").length;
  return (
    <>
      {dryRun.replayable
        ? (
          <Banner tone="good">
            This run can be repeated now. {changed === 0
              ? "All inputs are unchanged."
              : `${counted(changed, "input")} changed since then; see the steps.`}
          </Banner>
        )
        : (
          <Banner tone="warning">
            This run cannot be repeated exactly: {counted(changed, "input")}{" "}
            changed or missing. See the steps.
          </Banner>
        )}
      <section class="panel" aria-labelledby="dry-run">
        <div class="panel-head">
          <h2 id="dry-run">Dry run</h2>
          <span class="grow" />
          <Button small onPress={onSave}>
            <Icon name="download" /> Download the packet
          </Button>
        </div>
        <ol class="line-list">
          {dryRun.steps.map((step) => (
            <li key={step.id} class="line">
              <span class="wrap-anywhere">
                <strong>{step.step}</strong> <ShownLines text={step.wouldDo} />
              </span>
              <Badge tone={step.ready ? "good" : "warning"}>{step.ready ? "ready" : "not ready"}</Badge>
              {step.inputs.length > 0 && (
                <ul class="line-detail hint small replay-inputs">
                  {step.inputs.map(({ name, state, detail }) => (
                    <li key={name}>
                      <strong>{name}</strong> {state}: <ShownLines text={detail} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      </section>
      <section class="panel" aria-labelledby="packet">
        <div class="panel-head">
          <h2 id="packet">Packet</h2>
        </div>
        <div class="panel-body artifact-text">
          <Code text={JSON.stringify(packet, null, 2)} label="The packet as JSON" />
        </div>
      </section>
    </>
  );
}
