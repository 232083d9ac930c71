import type { FunctionComponent } from "preact";
import { TabPanel, Tabs } from "../kit/tabs.tsx";
import { PageHead, useFrame, useQuery } from "../shell/mod.ts";
import { AccessTab } from "./access/tab.tsx";
import { BackupTab } from "./backup/tab.tsx";
import { LogsTab } from "./logs/tab.tsx";
import { StatusTab } from "./status/tab.tsx";

const NAME = "System";
const TABS: readonly { key: string; label: string; Content: FunctionComponent }[] = [
  { key: "status", label: "Status", Content: StatusTab },
  { key: "logs", label: "Logs", Content: LogsTab },
  { key: "backup", label: "Backup and audit", Content: BackupTab },
  { key: "access", label: "Access", Content: AccessTab },
];

/** The service itself: how it is, what it says, what a backup needs, and who may do what. */
export default function SystemPage() {
  const [query] = useQuery();
  const { navigate } = useFrame();
  const { key, Content } = TABS.find((tab) => tab.key === query.tab) ?? TABS[0]!;
  return (
    <>
      <PageHead title="System" />
      <Tabs
        name={NAME}
        tabs={TABS}
        selected={key}
        onSelect={(tab) => navigate(`/dashboard/system${tab === "status" ? "" : `?tab=${tab}`}`)}
      />
      <TabPanel key={key} name={NAME} tab={key}>
        <Content />
      </TabPanel>
    </>
  );
}
