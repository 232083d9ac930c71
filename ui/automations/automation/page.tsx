import { useSignal } from "@preact/signals";
import { Status } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { IdLink } from "../../kit/id_link.tsx";
import { Link } from "../../kit/link.tsx";
import { ResourceView } from "../../kit/resource_view.tsx";
import { PageHead, PageLink, type PageProps, useQuery, useResource, useShortcuts } from "../../shell/mod.ts";
import { EditDialog } from "../edit/edit_dialog.tsx";
import { type Automation, AUTOMATIONS_PATH } from "../types.ts";
import { triggerWords } from "../../../client/trigger_words.ts";
import { AutomationActions } from "./actions.tsx";
import { LedgerPanel } from "./ledger_panel.tsx";
import { PreviewPanel } from "./preview_panel.tsx";
import { RadiusPanel } from "./radius_panel.tsx";

/** The number of consecutive skipped fires from which the page mentions them. */
const MIN_SAID = 3;

/** An automation: its action, its ledger, and its next fires. */
export default function AutomationPage({ params }: PageProps) {
  const id = params.id ?? "";
  // A deleted automation is not read again.
  const matches = ({ subject, type }: { subject: string; type: string }) =>
    subject === `automation/${id}` && type !== "automation.deleted";
  // Shown together: what blocks the next fire would move the rows below it under the pointer if it came a moment later.
  const read = useResource(
    async ({ call }) => {
      const [automation, preview] = await Promise.all([
        call("GET /automations/:id", { params: { id } }),
        call("GET /automations/:id/preview", { params: { id } }),
      ]);
      return { automation, preview };
    },
    matches,
    id,
  );
  const editing = useSignal(false);
  const automation = read.value.value?.automation;
  const [query] = useQuery();
  useShortcuts([
    {
      keys: "e",
      does: "Edit the automation",
      group: "Automations",
      run: () => editing.value = automation !== undefined,
    },
  ]);
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
      <ResourceView resource={read} lines={6}>
        {({ automation, preview }) => (
          <div class="stack">
            {automation.pausedReason && <Banner tone="warning">{automation.pausedReason}</Banner>}
            <Overlaps automation={automation} />
            <PreviewPanel preview={preview} />
            <RadiusPanel preview={preview} />
            <LedgerPanel automation={automation} fireId={query.fire} />
          </div>
        )}
      </ResourceView>
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
    <span class="wrap-anywhere">{triggerWords(automation)}</span>
    <span class="hint">revision {automation.revision}</span>
    {automation.action.kind === "workflow" && <IdLink id={automation.action.workflowId} />}
    <code class="wrap-anywhere">{automation.action.repoPath}</code>
  </div>
);

/** A warning that consecutive fires are skipped, with the run that blocks them. */
function Overlaps({ automation }: { automation: Automation }) {
  const { overlapsInARow, openRunIds, ledger } = automation;
  if (overlapsInARow < MIN_SAID || openRunIds[0] === undefined) return null;
  const reason = ledger.items.find(({ outcome }) => outcome === "skipped_overlap")?.reason;
  return (
    <Banner tone="warning">
      Skipped {overlapsInARow} times in a row. {reason} <Link to={openRunIds[0]}>Open the run</Link>
    </Banner>
  );
}
