import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Banner } from "../../kit/banner.tsx";
import { SubmitButton } from "../../kit/button.tsx";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { Field } from "../../kit/forms/field.tsx";
import { RestoredDraft } from "../../kit/forms/form_dialog.tsx";
import { useAttempt } from "../../kit/forms/use_attempt.ts";
import type { KeptDraft } from "../../kit/forms/use_draft.ts";
import { PageHead, PageLink, useFrame } from "../../shell/mod.ts";
import { TestPanel } from "../trial/test_panel.tsx";
import { type Primitive, type TestRun, type Validation, type Workflow, WORKFLOWS_PATH } from "../types.ts";
import type { Editor } from "./code_mirror.ts";
import { completionsAt } from "./completion.ts";
import { SourceDrawing, useSourceNodes } from "./drawing.tsx";
import type { ReadSource } from "./read_source.ts";
import { Findings } from "./findings.tsx";
import { SourceEditor } from "./source_editor.tsx";

/** What is written: the text of a workflow, and what is said of the new version. */
type WorkflowDraft = { source: string; note: string };

/** The draft before anything is written. */
export const emptyDraft = (source = ""): WorkflowDraft => ({ source, note: "" });

/** The validation of an empty text. */
const NOTHING: Validation = { valid: true, errors: [], warnings: [] };

/**
 * The page on which a workflow is written, beside its drawing. Errors stand at their lines while one types; nothing is saved before
 * the button, and what is not saved is kept by the browser.
 */
export function WorkflowEditor({ workflow, kept, actions }: {
  /** The workflow that gets a new version; null for a new one. */
  workflow: Workflow | null;
  kept: KeptDraft<WorkflowDraft>;
  actions?: ComponentChildren;
}) {
  const { call, toasts, navigate, places } = useFrame();
  const { busy, problem, attempt } = useAttempt();
  const draft = kept.value;
  const { source } = draft.value;
  const validation = useSignal<Validation | null>(null);
  const primitives = useSignal<readonly Primitive[]>([]);
  const position = useSignal(0);
  const trial = useSignal<TestRun | null>(null);
  const goTo = useRef<Editor["goTo"]>(() => {});
  const nodes = useSourceNodes(source, position.value);
  useEffect(() => {
    call("GET /workflow-primitives").then((all) => primitives.value = all, () => {});
  }, []);
  const change = (source: string) => {
    draft.value = { ...draft.value, source };
    trial.value = null;
  };
  const check = async (text: string): Promise<Validation> => {
    const found = text.trim() === ""
      ? NOTHING
      : (await call("POST /workflow-test-runs/run", { body: { source: text } })).validation;
    if (text === draft.value.source) validation.value = found;
    return found;
  };
  const save = async () => {
    const { source, note } = draft.value;
    const saved = await call("POST /saved-workflows", {
      body: { source, ...(workflow && { id: workflow.id }), ...(note.trim() && { note: note.trim() }) },
    });
    kept.sent();
    toasts.say(`${saved.name} is saved as version ${saved.latestVersion}.`);
    navigate(places.pathOf(saved.id));
  };
  const go = (line: number, column: number) => goTo.current(line, column);
  return (
    <div class="stack">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(save);
        }}
        onKeyDown={(event) => {
          const saves = (event.ctrlKey || event.metaKey) && ["Enter", "s"].includes(event.key);
          if (!saves) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
      >
        <PageHead
          title={workflow ? `Edit ${workflow.name}` : "New workflow"}
          above={workflow
            ? <PageLink to={places.pathOf(workflow.id)}>{workflow.name}</PageLink>
            : <PageLink to={WORKFLOWS_PATH}>Workflows</PageLink>}
          actions={
            <>
              {actions}
              <SubmitButton busy={busy.value}>Save</SubmitButton>
            </>
          }
        >
          <RestoredDraft draft={kept} />
          {problem.value && <Banner tone="bad">{problem.value}</Banner>}
        </PageHead>
        <div class="workflow-editor">
          <div class="stack">
            <SourceEditor
              text={source}
              onChange={change}
              onCursor={(at) => position.value = at}
              check={check}
              complete={(text, at) => completionsAt(text, at, primitives.value)}
              onReady={(go) => goTo.current = go}
            />
            <span class="hint small">
              YAML or JSON. Ctrl+Space suggests, Ctrl+S saves. Comments are kept.
            </span>
            {validation.value && <Findings validation={validation.value} onGoTo={go} />}
            <Field label="Note" hint="What changed, for the list of versions. Optional.">
              {(control) => <input {...control} {...draftInput(draft, "note")} maxLength={1000} />}
            </Field>
          </div>
          <SourceDrawing
            nodes={nodes}
            included={workflow?.included ?? []}
            trial={trial.value}
            onGoTo={go}
          />
        </div>
      </form>
      <Trial
        source={source}
        place={workflow?.id ?? "new"}
        isValid={source.trim() !== "" && (validation.value?.valid ?? false)}
        read={nodes.read}
        onTrace={(run) => {
          if (source === draft.value.source) trial.value = run;
        }}
      />
    </div>
  );
}

/** Tries the text that is written, as soon as it has no errors. */
function Trial({ isValid, read, place, source, onTrace }: {
  isValid: boolean;
  read: ReadSource | null;
  place: string;
  source: string;
  onTrace: (run: TestRun | null) => void;
}) {
  if (!isValid || !read) return null;
  return (
    <TestPanel
      key={JSON.stringify(read.inputs)}
      tried={{ source }}
      declared={read.inputs}
      place={place}
      onTrace={onTrace}
    />
  );
}
