import { SavedViews } from "../saved_views/menu.tsx";
import { type PageTab, TabbedPage } from "../shell/mod.ts";
import { CatalogTab } from "./catalog/tab.tsx";
import { ProvidersTab } from "./providers/tab.tsx";
import { RoutingTab } from "./routing/tab.tsx";
import { SpendTab } from "./spend/tab.tsx";

const TABS: readonly [PageTab, ...PageTab[]] = [
  { key: "providers", label: "Providers", Content: ProvidersTab },
  { key: "catalog", label: "Catalog", Content: CatalogTab },
  { key: "routing", label: "Routing", Content: RoutingTab },
  { key: "spend", label: "Spend", Content: SpendTab },
];

/** The providers, their models, the routing between them, and the costs. */
export default function ModelsPage() {
  return <TabbedPage title="Models" tabs={TABS} actions={<SavedViews />} />;
}
