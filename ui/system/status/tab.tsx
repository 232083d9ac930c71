import { counted } from "../../../client/words.ts";
import { Banner } from "../../kit/banner.tsx";
import { ResourceView } from "../../kit/resource_view.tsx";
import { useResource } from "../../shell/mod.ts";
import { AuditPanel, ConfigurationPanel, ServicePanel } from "./panels.tsx";
import { ProvidersPanel } from "./providers_panel.tsx";
import { QueuePanel } from "./queue_panel.tsx";
import { WorkersPanel } from "./workers_panel.tsx";

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
