import { SavedViews } from "../saved_views/menu.tsx";
import { type PageTab, TabbedPage } from "../shell/mod.ts";
import { CandidatesTab } from "./candidates/tab.tsx";
import { PreviewTab } from "./preview/tab.tsx";
import { RecordsTab } from "./records/tab.tsx";
import { ReviewsTab } from "./reviews/tab.tsx";

const TABS: readonly [PageTab, ...PageTab[]] = [
  { key: "records", label: "Records", Content: RecordsTab },
  { key: "candidates", label: "Candidates", Content: CandidatesTab },
  { key: "reviews", label: "Reviews", Content: ReviewsTab },
  { key: "preview", label: "Context preview", Content: PreviewTab },
];

/** The memory page: records, candidates, reviews, and a preview of the context of a run. */
export default function MemoryPage() {
  return (
    <TabbedPage title="Memory" tabs={TABS} actions={<SavedViews />}>
      <p class="hint">
        What later runs learn from earlier work: statements with their source and how long they are valid.
      </p>
    </TabbedPage>
  );
}
