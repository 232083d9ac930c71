import { Badge, type Tone } from "../../kit/badge.tsx";
import { Fact, Panel } from "../../kit/panel.tsx";
import type { SystemStatus } from "../common/types.ts";

const TONES: Readonly<Record<SystemStatus["workerState"]["status"], Tone>> = {
  idle: "good",
  busy: "info",
  disabled: "warning",
};

/** The workers, their slots, and the sandbox of their commands. */
export function WorkersPanel({ status: { workerState } }: { status: SystemStatus }) {
  const { slots, sandbox } = workerState;
  return (
    <Panel title="Workers" actions={<Badge tone={TONES[workerState.status]} dot>{workerState.status}</Badge>}>
      {slots.total === 0
        ? <p>Runs do not start: the service was started without workers.</p>
        : (
          <div class="stack">
            <p>
              {slots.busy} of {slots.total} busy
            </p>
            <progress class="meter" max={slots.total} value={slots.busy} aria-label="Busy workers" />
          </div>
        )}
      <dl class="facts">
        <Fact name="Sandbox">
          <Badge tone={sandbox.enforced ? "good" : "warning"}>
            {sandbox.enforced ? sandbox.version ?? sandbox.kind : "not enforced"}
          </Badge>
        </Fact>
        <Fact name="What it does">{sandbox.detail}</Fact>
        <Fact name="To improve it">{sandbox.fix}</Fact>
      </dl>
    </Panel>
  );
}
