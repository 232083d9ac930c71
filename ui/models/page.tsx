import type { FunctionComponent } from "preact";
import { TabPanel, Tabs } from "../kit/tabs.tsx";
import { PageHead, useFrame, useQuery } from "../shell/mod.ts";
import { CatalogTab } from "./catalog/tab.tsx";
import { ProvidersTab } from "./providers/tab.tsx";
import { RoutingTab } from "./routing/tab.tsx";
import { SpendTab } from "./spend/tab.tsx";

const NAME = "Models";
const TABS: readonly { key: string; label: string; Content: FunctionComponent }[] = [
  { key: "providers", label: "Providers", Content: ProvidersTab },
  { key: "catalog", label: "Catalog", Content: CatalogTab },
  { key: "routing", label: "Routing", Content: RoutingTab },
  { key: "spend", label: "Spend", Content: SpendTab },
];

/** Who can be asked to work, which one is chosen and why, and what that costs. */
export default function ModelsPage() {
  const [query] = useQuery();
  const { navigate } = useFrame();
  const { key, Content } = TABS.find((tab) => tab.key === query.tab) ?? TABS[0]!;
  return (
    <>
      <PageHead title="Models" />
      <Tabs
        name={NAME}
        tabs={TABS}
        selected={key}
        onSelect={(tab) => navigate(`/dashboard/models${tab === "providers" ? "" : `?tab=${tab}`}`)}
      />
      <TabPanel key={key} name={NAME} tab={key}>
        <Content />
      </TabPanel>
    </>
  );
}
