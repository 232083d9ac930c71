import { type PageTab, TabbedPage } from "../shell/mod.ts";
import { AccessTab } from "./access/tab.tsx";
import { BackupTab } from "./backup/tab.tsx";
import { EffectsTab } from "./effects/tab.tsx";
import { LogsTab } from "./logs/tab.tsx";
import { StatusTab } from "./status/tab.tsx";
import { TrendsTab } from "../trends/tab.tsx";
import { WorkerMachinesTab } from "../worker_machines/tab.tsx";

const TABS: readonly [PageTab, ...PageTab[]] = [
  { key: "status", label: "Status", Content: StatusTab },
  { key: "trends", label: "Trends", Content: TrendsTab },
  { key: "effects", label: "Effects", Content: EffectsTab },
  { key: "logs", label: "Logs", Content: LogsTab },
  { key: "backup", label: "Backup and audit", Content: BackupTab },
  { key: "workers", label: "Worker machines", Content: WorkerMachinesTab },
  { key: "access", label: "Access", Content: AccessTab },
];

/** The system page: status, logs, backups, and access. */
export default function SystemPage() {
  return <TabbedPage title="System" tabs={TABS} />;
}
