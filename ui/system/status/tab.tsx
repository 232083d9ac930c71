import { Banner } from "../../kit/banner.tsx";
import { createResource } from "../../kit/resource.ts";
import { Skeleton } from "../../kit/skeleton.tsx";
import { type Frame, useLive, usePageStore } from "../../shell/mod.ts";
import { AuditPanel, ConfigurationPanel, ServicePanel } from "./panels.tsx";
import { ProvidersPanel } from "./providers_panel.tsx";
import { QueuePanel } from "./queue_panel.tsx";
import { WorkersPanel } from "./workers_panel.tsx";

/** How the service is, at a glance. */
export function StatusTab() {
  const status = usePageStore(({ call }: Frame) => createResource(() => call("GET /control-plane/status")));
  useLive(() => true, () => void status.refresh());
  const shown = status.value.value;
  const problem = status.problem.value;
  return (
    <>
      {problem && <Banner tone={shown ? "warning" : "bad"}>{problem}</Banner>}
      {shown
        ? (
          <>
            {shown.audit.integrityWarnings > 0 && (
              <Banner tone="bad">
                {shown.audit.integrityWarnings}{" "}
                integrity warnings were recorded: stored data may have been changed. Verify the storage
                directory under <a href="/dashboard/system?tab=backup">Backup and audit</a>.
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
        )
        : !problem && <Skeleton lines={6} />}
    </>
  );
}
