import { Badge } from "../../kit/badge.tsx";
import { CommandWords, Copy } from "../../kit/text/code.tsx";
import { Fact, Panel } from "../../kit/panel.tsx";
import { Time } from "../../kit/text/time.tsx";
import { duration } from "../../../client/words.ts";
import type { SystemStatus } from "../common/types.ts";

type Props = { status: SystemStatus };

/** The version, process, and storage of the service. */
export function ServicePanel({ status }: Props) {
  return (
    <Panel title="Service">
      <dl class="facts">
        <Fact name="Version">{status.version}</Fact>
        <Fact name="Started">
          <Time at={status.startedAt} />
        </Fact>
        <Fact name="Access">
          <Badge tone={status.authMode === "local-public" ? "warning" : "good"}>{status.authMode}</Badge>{" "}
          <CommandWords text={status.authDetail} />
        </Fact>
        <Fact name="Held up">{status.unresponsive?.detail}</Fact>
        <Fact name="Tickets">{status.ticketQueue}</Fact>
        <Fact name="Agent token">{status.agentTokenConfigured ? "configured" : "none"}</Fact>
        <Fact name="Maintenance">
          {status.workerState.maintenanceAt
            ? (
              <>
                last <Time at={status.workerState.maintenanceAt} />
              </>
            )
            : "not yet"}
        </Fact>
      </dl>
    </Panel>
  );
}

/** The head of the audit chain. */
export function AuditPanel({ status: { audit } }: Props) {
  return (
    <Panel
      title="Audit chain"
      actions={<a class="button button-small" href="/dashboard/system?tab=backup">Verify</a>}
    >
      <dl class="facts">
        <Fact name="Events">{audit.headSequence.toLocaleString("en")}</Fact>
        <Fact name="Head">
          <Copy text={audit.headHash} shown={audit.headHash.slice(0, 24)} what="the hash of the head" />
        </Fact>
        <Fact name="Warnings">
          {audit.integrityWarnings === 0
            ? <Badge tone="good">none</Badge>
            : <Badge tone="bad">{audit.integrityWarnings}</Badge>}
        </Fact>
      </dl>
      <p class="hint small">
        Each event's hash includes the hash of the event before it. Keep a copy of the latest hash elsewhere
        to detect any change to the past.
      </p>
    </Panel>
  );
}

/** The configuration of the service. */
export function ConfigurationPanel({ status: { serverConfig } }: Props) {
  const { maintenanceIntervalMilliseconds: interval, allowedOrigins } = serverConfig;
  return (
    <Panel title="Configuration">
      <dl class="facts">
        <Fact name="Address">
          <code>{serverConfig.host}:{serverConfig.port}</code>
        </Fact>
        <Fact name="Storage">
          <Copy text={serverConfig.storageDirectory} what="the path" />
        </Fact>
        <Fact name="Maintenance">{interval === 0 ? "off" : `every ${duration(interval)}`}</Fact>
        <Fact name="Contracts">
          {serverConfig.validateContracts ? "every response is checked" : "not checked"}
        </Fact>
        <Fact name="Other origins">{allowedOrigins.length === 0 ? "none" : allowedOrigins.join(", ")}</Fact>
      </dl>
    </Panel>
  );
}
