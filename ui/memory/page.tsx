import type { FunctionComponent } from "preact";
import { TabPanel, Tabs } from "../kit/tabs.tsx";
import { PageHead, useFrame, useQuery } from "../shell/mod.ts";
import { CandidatesTab } from "./candidates/tab.tsx";
import { PreviewTab } from "./preview/tab.tsx";
import { RecordsTab } from "./records/tab.tsx";
import { ReviewsTab } from "./reviews/tab.tsx";

const NAME = "Memory";
const TABS: readonly { key: string; label: string; Content: FunctionComponent }[] = [
  { key: "records", label: "Records", Content: RecordsTab },
  { key: "candidates", label: "Candidates", Content: CandidatesTab },
  { key: "reviews", label: "Reviews", Content: ReviewsTab },
  { key: "preview", label: "Context preview", Content: PreviewTab },
];

/** What is remembered, what may be, and what of it a run would be given. */
export default function MemoryPage() {
  const [query] = useQuery();
  const { navigate } = useFrame();
  const { key, Content } = TABS.find((tab) => tab.key === query.tab) ?? TABS[0]!;
  return (
    <>
      <PageHead title="Memory">
        <p class="hint">
          What later runs are told from earlier work: statements with their source, for as long as they hold.
        </p>
      </PageHead>
      <Tabs
        name={NAME}
        tabs={TABS}
        selected={key}
        onSelect={(tab) => navigate(`/dashboard/memory${tab === "records" ? "" : `?tab=${tab}`}`)}
      />
      <TabPanel key={key} name={NAME} tab={key}>
        <Content />
      </TabPanel>
    </>
  );
}
