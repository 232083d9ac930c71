import { counted } from "../../../client/words.ts";
import { Banner } from "../../kit/banner.tsx";
import { ResourceView } from "../../kit/resource_view.tsx";
import { useResource } from "../../shell/mod.ts";
import { AuditPanel, ConfigurationPanel, ServicePanel } from "./panels.tsx";
import { ProvidersPanel } from "./providers_panel.tsx";
import { QueuePanel } from "./queue_panel.tsx";
import { Badge, type Tone } from "../../kit/badge.tsx";
import { Fact, Panel } from "../../kit/panel.tsx";
import type { SystemStatus } from "../common/types.ts";

const TONES: Readonly<Record<SystemStatus["workerState"]["status"], Tone>> = {
  idle: "good",
  busy: "info",
  disabled: "warning",
};

/** The status of the service. */
export function StatusTab() {
  const status = useResource(({ call }) => call("GET /control-plane/status"), () => true);
  return (
    <ResourceView resource={status} lines={6}>
      {(shown) => (
        <>
          {shown.audit.integrityWarnings > 0 && (
            <Banner tone="bad">
              {counted(shown.audit.integrityWarnings, "integrity warning was", "integrity warnings were")}
              {" "}
              recorded: stored data may have been changed. Verify the storage directory under{" "}
              <a href="/dashboard/system?tab=backup">Backup and audit</a>.
            </Banner>
          )}
          <div class="columns">
            <ServicePanel status={shown} />
            <WorkersPanel status={shown} />
            <QueuePanel status={shown} />
            <ProvidersPanel status={shown} />
            <AuditPanel status={shown} />
            <ConfigurationPanel status={shown} />
          </div>
        </>
      )}
    </ResourceView>
  );
}

/** The workers, their slots, and the sandbox of their commands. */
function WorkersPanel({ status: { workerState } }: { status: SystemStatus }) {
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
