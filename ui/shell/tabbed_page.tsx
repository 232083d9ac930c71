import type { ComponentChildren, FunctionComponent } from "preact";
import { useLocation } from "preact-iso/router";
import { TabPanel, Tabs } from "../kit/tabs.tsx";
import { useFrame } from "./frame.ts";
import { PageHead } from "./page_head.tsx";

/** A tab of a page. Its key is the parameter `tab` of the address. */
export type PageTab = { key: string; label: string; Content: FunctionComponent };

/** A page with tabs. Its path without a parameter shows the first one; switching tabs removes the query. */
export function TabbedPage({ title, tabs, actions, children }: {
  title: string;
  tabs: readonly [PageTab, ...PageTab[]];
  /** The actions that all tabs share. */
  actions?: ComponentChildren;
  /** Shown below the title. */
  children?: ComponentChildren;
}) {
  const { path, query } = useLocation();
  const { navigate } = useFrame();
  const { key, Content } = tabs.find((tab) => tab.key === query.tab) ?? tabs[0];
  return (
    <>
      <PageHead title={title} actions={actions}>{children}</PageHead>
      <Tabs
        name={title}
        tabs={tabs}
        selected={key}
        onSelect={(tab) => navigate(tab === tabs[0].key ? path : `${path}?tab=${tab}`)}
      />
      <TabPanel key={key} name={title} tab={key}>
        <Content />
      </TabPanel>
    </>
  );
}
