import type { ComponentChildren, FunctionComponent } from "preact";
import { useLocation } from "preact-iso/router";
import { TabPanel, Tabs } from "../kit/tabs.tsx";
import { useFrame } from "./frame.ts";
import { PageHead } from "./page_head.tsx";

/** One tab of a page: the address has its key as `tab`. */
export type PageTab = { key: string; label: string; Content: FunctionComponent };

/** A page of several tabs, the first of which its plain address shows. Another tab begins without the query of this one. */
export function TabbedPage({ title, tabs, actions, children }: {
  title: string;
  tabs: readonly [PageTab, ...PageTab[]];
  /** What can be done on all its tabs. */
  actions?: ComponentChildren;
  /** What its head says below the title. */
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
