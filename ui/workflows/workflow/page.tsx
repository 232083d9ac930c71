import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Badge, Status } from "../../kit/badge.tsx";
import { Panel } from "../../kit/panel.tsx";
import { ResourceView } from "../../kit/resource_view.tsx";
import { ShownLines } from "../../kit/text/shown_text.tsx";
import { PageHead, PageLink, type PageProps, useQuery, useResource, useShortcuts } from "../../shell/mod.ts";
import { BlastRadiusPanel } from "../blast_radius_panel.tsx";
import { EditDialog } from "../editor/edit_dialog.tsx";
import { DescribeDialog } from "../list/describe_dialog.tsx";
import { NodeGraph } from "../graph/node_graph.tsx";
import { nodesOf } from "../graph/nodes.ts";
import { type Workflow, WORKFLOWS_PATH } from "../types.ts";
import { WorkflowActions } from "./actions.tsx";
import { TestPanel } from "./test_panel.tsx";
import { VersionsPanel } from "./versions_panel.tsx";

/** Returns the version in an address; undefined for the newest. */
const versionOf = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : undefined;

/** The open dialog: none, describe a change, or edit the text. */
type Editing = null | "describe" | { source: string };

/** A workflow: its nodes, its permissions, test runs, its versions and its text. */
export default function WorkflowPage({ params: { id = "" } }: PageProps) {
  const [query, setQuery] = useQuery();
  const version = versionOf(query.version);
  const against = versionOf(query.against);
  // A deleted workflow is not read again.
  const store = useResource(
    ({ call }) =>
      call("GET /saved-workflows/:id", {
        params: { id },
        query: { ...(version && { version }), ...(against && { against }) },
      }),
    ({ subject, type }) => subject === `workflow/${id}` && type !== "workflow.deleted",
    `${id} ${version} ${against}`,
  );
  const editing = useSignal<Editing>(null);
  const workflow = store.value.value;
  useShortcuts([
    {
      keys: "e",
      does: "Edit the workflow",
      group: "Workflows",
      run: () => editing.value = workflow && { source: workflow.source },
    },
  ]);
  return (
    <>
      <PageHead
        title={workflow?.name ?? "Workflow"}
        above={<PageLink to={WORKFLOWS_PATH}>Workflows</PageLink>}
        actions={workflow && (
          <WorkflowActions
            workflow={workflow}
            onEdit={() => editing.value = { source: workflow.source }}
            onDescribe={() => editing.value = "describe"}
          />
        )}
      >
        {workflow && <Head workflow={workflow} />}
      </PageHead>
      <ResourceView resource={store} lines={6}>
        {(shown) => (
          <Parts
            workflow={shown}
            onCompare={(version, against) => setQuery({ version: `${version}`, against: `${against}` })}
          />
        )}
      </ResourceView>
      {workflow && editing.value === "describe" && (
        <DescribeDialog
          draft={workflow.source}
          onDraft={(source) => editing.value = { source }}
          onClose={() => editing.value = null}
        />
      )}
      {workflow && editing.value !== null && editing.value !== "describe" && (
        <EditDialog
          workflow={workflow}
          source={editing.value.source}
          onSaved={() => {
            editing.value = null;
            setQuery({ version: null, against: null });
          }}
          onClose={() => editing.value = null}
        />
      )}
    </>
  );
}

const Head = ({ workflow: { status, version, activeVersion, description } }: { workflow: Workflow }) => (
  <>
    <div class="row small">
      <Status status={status} />
      <Badge>version {version}</Badge>
      {activeVersion !== null && activeVersion !== version && (
        <span class="hint">version {activeVersion} is active</span>
      )}
    </div>
    {description && <p class="hint wrap-anywhere">{description}</p>}
  </>
);

function Parts({ workflow, onCompare }: {
  workflow: Workflow;
  onCompare: (version: number, against: number) => void;
}) {
  const nodes = useMemo(() => nodesOf(workflow), [workflow]);
  return (
    <div class="stack workflow">
      <Panel title="Nodes">
        <NodeGraph nodes={nodes} />
      </Panel>
      <TestPanel key={workflow.version} workflow={workflow} />
      <Panel title="What it may touch">
        <BlastRadiusPanel radius={workflow.blastRadius} />
      </Panel>
      <VersionsPanel workflow={workflow} onCompare={onCompare} />
      <Panel title="Text">
        <pre class="code code-wrap" tabIndex={0} role="region" aria-label="Text of the workflow"><code>
          <ShownLines text={workflow.source} />
        </code></pre>
      </Panel>
    </div>
  );
}
