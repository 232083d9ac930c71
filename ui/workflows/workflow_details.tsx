import { useSignal } from "@preact/signals";
import { Badge, Status } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { Confirm } from "../kit/confirm.tsx";
import { Panel } from "../kit/panel.tsx";
import { ShownLines } from "../kit/shown_text.tsx";
import { useFrame } from "../shell/mod.ts";
import { BlastRadiusPanel } from "./blast_radius_panel.tsx";
import { NodeTree } from "./node_tree.tsx";
import type { TreeNode, Workflow } from "./types.ts";
import { VersionsPanel } from "./versions_panel.tsx";

/** One workflow: its nodes, what they may touch, its versions and its text. */
export function WorkflowDetails({ workflow, onEdit, onDeleted }: {
  workflow: Workflow;
  onEdit: () => void;
  onDeleted: () => void;
}) {
  const { call, toasts } = useFrame();
  const deleting = useSignal(false);
  const { id, name, status, version, blastRadius } = workflow;
  const params = { id };
  const activate = () =>
    toasts.attempt(
      () =>
        call("POST /saved-workflows/:id/activate", {
          params,
          body: { version, blastRadiusDigest: blastRadius.digest },
        }),
      () => `Version ${version} of ${name} is active.`,
    );
  const deactivate = () =>
    toasts.attempt(
      () => call("POST /saved-workflows/:id/deactivate", { params }),
      () => `${name} is inactive.`,
    );
  const remove = async () => {
    deleting.value = false;
    const done = await toasts.attempt(
      () => call("DELETE /saved-workflows/:id", { params }),
      () => `${name} is deleted.`,
    );
    if (done) onDeleted();
  };
  return (
    <div class="stack workflow">
      <div class="row">
        <h2 class="wrap-anywhere">{name}</h2>
        <Status status={status} />
        <Badge>version {version}</Badge>
        <span class="grow" />
        <Button small onPress={onEdit}>Edit …</Button>
        {workflow.activeVersion === version
          ? <Button small onPress={() => void deactivate()}>Deactivate</Button>
          : <Button small onPress={() => void activate()}>Activate version {version}</Button>}
        <Button small kind="danger" onPress={() => deleting.value = true}>Delete …</Button>
      </div>
      {workflow.description && <p class="hint wrap-anywhere">{workflow.description}</p>}
      <Panel title="Nodes">
        <NodeTree nodes={workflow.definition.nodes as TreeNode[]} label="Nodes" />
      </Panel>
      <BlastRadiusPanel radius={blastRadius} />
      <VersionsPanel workflow={workflow} />
      <Panel title="Text">
        <pre class="code code-wrap" tabIndex={0} role="region" aria-label="Text of the workflow"><code>
          <ShownLines text={workflow.source} />
        </code></pre>
      </Panel>
      {deleting.value && (
        <Confirm
          title={`Delete ${name}?`}
          action="Delete the workflow"
          danger
          onConfirm={() => void remove()}
          onClose={() => deleting.value = false}
        >
          <p>It can be neither changed nor activated any more. Its versions stay on record.</p>
        </Confirm>
      )}
    </div>
  );
}
