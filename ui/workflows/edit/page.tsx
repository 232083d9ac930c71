import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { useDraft } from "../../kit/forms/use_draft.ts";
import { ResourceView } from "../../kit/resource_view.tsx";
import { type PageProps, useResource } from "../../shell/mod.ts";
import { DescribeDialog } from "../drafting/describe_dialog.tsx";
import { emptyDraft, WorkflowEditor } from "../editor/workflow_editor.tsx";
import type { Workflow } from "../types.ts";

/** The editor of a saved workflow: it writes the next version. */
export default function EditWorkflowPage({ params: { id = "" } }: PageProps) {
  const workflow = useResource(
    ({ call }) => call("GET /saved-workflows/:id", { params: { id }, query: {} }),
    () => false,
    id,
  );
  return (
    <ResourceView resource={workflow} lines={6}>
      {(shown) => <Editing workflow={shown} />}
    </ResourceView>
  );
}

function Editing({ workflow }: { workflow: Workflow }) {
  const kept = useDraft(`workflow.${workflow.id}`, emptyDraft(workflow.source), workflow.latestVersion);
  const describing = useSignal(false);
  const draft = kept.value;
  return (
    <>
      <WorkflowEditor
        workflow={workflow}
        kept={kept}
        actions={<Button onPress={() => describing.value = true}>Describe a change …</Button>}
      />
      {describing.value && (
        <DescribeDialog
          draft={draft.value.source}
          onDraft={(source) => {
            draft.value = { ...draft.value, source };
            describing.value = false;
          }}
          onClose={() => describing.value = false}
        />
      )}
    </>
  );
}
