import { useSignal } from "@preact/signals";
import { Status } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Link } from "../../kit/link.tsx";
import { createResource } from "../../kit/resource.ts";
import { Skeleton } from "../../kit/skeleton.tsx";
import {
  type Frame,
  PageHead,
  PageLink,
  type PageProps,
  useLive,
  usePageStore,
  useQuery,
  useShortcuts,
} from "../../shell/mod.ts";
import { EditDialog } from "../edit_dialog.tsx";
import { type Automation, AUTOMATIONS_PATH } from "../types.ts";
import { triggerWords } from "../words.ts";
import { AutomationActions } from "./actions.tsx";
import { LedgerPanel } from "./ledger_panel.tsx";
import { Overlaps } from "./overlaps.tsx";
import { PreviewPanel } from "./preview_panel.tsx";
import { RadiusPanel } from "./radius_panel.tsx";

/** One automation: what it does when, what became of every moment, and what comes next. */
export default function AutomationPage({ params }: PageProps) {
  const id = params.id ?? "";
  const store = usePageStore(({ call }: Frame) => ({
    automation: createResource(() => call("GET /automations/:id", { params: { id } })),
    preview: createResource(() => call("GET /automations/:id/preview", { params: { id } })),
  }), id);
  const editing = useSignal(false);
  const refresh = () => void Promise.all([store.automation.refresh(), store.preview.refresh()]);
  // What is deleted is not asked for again.
  useLive(
    ({ subject, type }) => subject === `automation/${id}` && type !== "automation.deleted",
    refresh,
    id,
  );
  const automation = store.automation.value.value;
  const preview = store.preview.value.value;
  const [query] = useQuery();
  useShortcuts([
    {
      keys: "e",
      does: "Edit the automation",
      group: "Automations",
      run: () => editing.value = automation !== null,
    },
  ]);
  const problem = store.automation.problem.value;
  return (
    <>
      <PageHead
        title={automation?.name ?? "Automation"}
        above={<PageLink to={AUTOMATIONS_PATH}>Automations</PageLink>}
        actions={automation && (
          <AutomationActions
            automation={automation}
            onEdit={() => editing.value = true}
          />
        )}
      >
        {automation && <Head automation={automation} />}
      </PageHead>
      {problem && <Banner tone="bad">{problem}</Banner>}
      {!automation && !problem && <Skeleton lines={6} />}
      {automation && (
        <div class="stack">
          {automation.pausedReason && <Banner tone="warning">{automation.pausedReason}</Banner>}
          <Overlaps automation={automation} />
          {preview && <PreviewPanel preview={preview} />}
          {preview && <RadiusPanel preview={preview} />}
          <LedgerPanel automation={automation} fireId={query.fire} />
        </div>
      )}
      {automation && editing.value && (
        <EditDialog
          automation={automation}
          onClose={() => editing.value = false}
        />
      )}
    </>
  );
}

const Head = ({ automation }: { automation: Automation }) => (
  <div class="row small">
    <Status status={automation.status} />
    <code class="wrap-anywhere">{triggerWords(automation)}</code>
    <span class="hint">revision {automation.revision}</span>
    {automation.action.kind === "workflow" && (
      <Link to={automation.action.workflowId}>{automation.action.workflowId}</Link>
    )}
    <code class="wrap-anywhere">{automation.action.repoPath}</code>
  </div>
);
