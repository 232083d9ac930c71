import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { useDraft } from "../../kit/forms/use_draft.ts";
import { ResourceView } from "../../kit/resource_view.tsx";
import { PageHead, PageLink, useFrame, useResource } from "../../shell/mod.ts";
import { DescribeDialog } from "../drafting/describe_dialog.tsx";
import { ImportDialog } from "../drafting/import_dialog.tsx";
import { emptyDraft, WorkflowEditor } from "../editor/workflow_editor.tsx";
import { NodeDrawing } from "../graph/node_graph.tsx";
import { nodesOf } from "../graph/nodes.ts";
import { WORKFLOWS_PATH, type WorkflowTemplate } from "../types.ts";

/** Where a new workflow begins: with a template, words, a file of another program, or nothing; then its editor. */
export default function NewWorkflowPage() {
  const kept = useDraft("workflow.new", emptyDraft());
  const writing = useSignal(kept.value.value.source !== "");
  const { toasts } = useFrame();
  const open = useSignal<"describe" | "import" | null>(null);
  const templates = useResource(({ call }) => call("GET /workflow-templates"), () => false);
  const draft = kept.value;
  const isBegun = draft.value.source.trim() !== "";
  const write = (source: string) => {
    open.value = null;
    const before = draft.value;
    draft.value = { ...before, source };
    writing.value = true;
    if (!isBegun || before.source === source) return;
    const run = () => draft.value = before;
    toasts.say("What you had written was replaced.", { action: { label: "Undo", run } });
  };
  if (writing.value) {
    return (
      <WorkflowEditor
        workflow={null}
        kept={kept}
        actions={<Button onPress={() => writing.value = false}>Templates</Button>}
      />
    );
  }
  return (
    <>
      <PageHead
        title="New workflow"
        above={<PageLink to={WORKFLOWS_PATH}>Workflows</PageLink>}
        actions={
          <>
            <Button onPress={() => open.value = "describe"}>Describe it …</Button>
            <Button onPress={() => open.value = "import"}>Import a file …</Button>
            <Button kind="primary" onPress={() => writing.value = true}>
              {isBegun ? "Go on writing" : "Write it"}
            </Button>
          </>
        }
      >
        <p class="hint">
          Start from a template, describe the steps in your words, or write them. None of the templates needs
          a model.
        </p>
      </PageHead>
      <ResourceView resource={templates} lines={6}>
        {(all) => (
          <ul class="templates" aria-label="Templates">
            {all.map((template) => (
              <TemplateCard
                key={template.id}
                template={template}
                onUse={() => write(template.source)}
              />
            ))}
          </ul>
        )}
      </ResourceView>
      {open.value === "describe" && <DescribeDialog onDraft={write} onClose={() => open.value = null} />}
      {open.value === "import" && <ImportDialog onDraft={write} onClose={() => open.value = null} />}
    </>
  );
}

/** A template: its name, what it is for, and its drawing. */
function TemplateCard({ template, onUse }: { template: WorkflowTemplate; onUse: () => void }) {
  const { name, description, definition } = template;
  const nodes = useMemo(() => nodesOf({ definition, included: [] }), [template]);
  return (
    <li class="card template">
      <div class="row">
        <h2 class="grow">{name}</h2>
        <Button small onPress={onUse} label={`Use the template ${name}`}>Use</Button>
      </div>
      <p class="small">{description}</p>
      <NodeDrawing nodes={nodes} press={() => null} label={`Diagram of ${name}`} />
    </li>
  );
}
