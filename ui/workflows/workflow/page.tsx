import { useMemo } from "preact/hooks";
import { Badge, Status } from "../../kit/badge.tsx";
import { Panel } from "../../kit/panel.tsx";
import { ResourceView } from "../../kit/resource_view.tsx";
import { ShownLines } from "../../kit/text/shown_text.tsx";
import {
  PageHead,
  PageLink,
  type PageProps,
  useFrame,
  useQuery,
  useResource,
  useShortcuts,
} from "../../shell/mod.ts";
import { BlastRadiusPanel } from "../blast_radius_panel.tsx";
import { TestPanel } from "../trial/test_panel.tsx";
import { NodeGraph } from "../graph/node_graph.tsx";
import { nodesOf } from "../graph/nodes.ts";
import { definitionOf, editPath, type Workflow, WORKFLOWS_PATH } from "../types.ts";
import { WorkflowActions } from "./actions.tsx";
import { RunsPanel } from "./runs_panel.tsx";
import { VersionsPanel } from "./versions_panel.tsx";

/** Returns the version in an address; undefined for the newest. */
const versionOf = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : undefined;

/** A workflow: its nodes and how its runs went, then test runs, what it may touch, its versions and its text. */
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
  const { navigate } = useFrame();
  const workflow = store.value.value;
  useShortcuts([
    { keys: "e", does: "Edit the workflow", group: "Workflows", run: () => navigate(editPath(id)) },
  ]);
  return (
    <>
      <PageHead
        title={workflow?.name ?? "Workflow"}
        above={<PageLink to={WORKFLOWS_PATH}>Workflows</PageLink>}
        actions={workflow && <WorkflowActions workflow={workflow} />}
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
    {description && <ShownLines as="p" class="hint wrap-anywhere" text={description} />}
  </>
);

function Parts({ workflow, onCompare }: {
  workflow: Workflow;
  onCompare: (version: number, against: number) => void;
}) {
  const nodes = useMemo(() => nodesOf(workflow), [workflow]);
  const { inputs, repoPath } = definitionOf(workflow);
  return (
    <div class="stack workflow">
      <Panel title="Nodes">
        <NodeGraph nodes={nodes} />
      </Panel>
      <RunsPanel id={workflow.id} />
      <TestPanel
        key={workflow.version}
        tried={{ workflowId: workflow.id, version: workflow.version }}
        declared={inputs}
        place={workflow.id}
        repository={repoPath}
      />
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
