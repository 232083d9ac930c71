import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Badge, Status } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { Code } from "../../kit/text/code.tsx";
import { readJson } from "../../kit/forms/read_json.ts";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { useDraft } from "../../kit/forms/use_draft.ts";
import { Field } from "../../kit/forms/field.tsx";
import { Panel } from "../../kit/panel.tsx";
import { useFrame } from "../../shell/mod.ts";
import { draftOf, fieldsOf, inputsOf, type JsonSchema, problemsOf } from "../../../client/form_fields.ts";
import { InputsForm } from "../inputs/form.tsx";
import { RepositoryField } from "../inputs/repository_field.tsx";
import type { TestMode, TestRun } from "../types.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** What is tried: a version of a workflow, or a text. */
type Tried = { workflowId: string; version: number } | { source: string };

/**
 * Goes through a workflow with stubs, or in the sandbox on a copy of a repository, and shows what was done or would be. The trace
 * before is what the next is compared with.
 */
export function TestPanel({ tried, declared, place, repository = "", onTrace }: {
  tried: Tried;
  /** The inputs that it declares. */
  declared: JsonSchema | undefined;
  /** The name that the drafts of its inputs and stubs are kept by. */
  place: string;
  /** The repository that it names. */
  repository?: string | undefined;
  /** Called with each trace, and with null once none is shown. */
  onTrace?: (run: TestRun | null) => void;
}) {
  const { call } = useFrame();
  const fields = useMemo(() => fieldsOf(declared), [declared]);
  const { value: inputs } = useDraft(`trial.${place}`, draftOf(fields));
  const { value: draft } = useDraft(`stubs.${place}`, { stubs: "" });
  const repoPath = useSignal(repository);
  const run = useSignal<TestRun | null>(null);
  const problem = useSignal<string | null>(null);
  const busy = useSignal<TestMode | null>(null);
  const found = problemsOf(fields, run.value?.status === "invalid" ? run.value.reason : "");
  const go = async (mode: TestMode) => {
    busy.value = mode;
    problem.value = null;
    try {
      const { stubs } = draft.value;
      run.value = await call("POST /workflow-test-runs/run", {
        body: {
          ...tried,
          mode,
          inputs: inputsOf(fields, inputs.value),
          ...(repoPath.value.trim() && { repoPath: repoPath.value.trim() }),
          ...(stubs.trim() && { stubs: readJson(stubs, "The outputs are") }),
          ...(run.value?.mode === mode && run.value.trace.length > 0 && { expect: run.value.trace }),
        },
      });
      onTrace?.(run.value);
    } catch (error) {
      problem.value = messageOf(error);
    } finally {
      busy.value = null;
    }
  };
  const clear = () => {
    run.value = null;
    onTrace?.(null);
  };
  return (
    <Panel title="Try it">
      <p class="hint small">
        A dry run executes nothing: outputs are generated, or given by you. A sandbox run executes commands
        and recipes on a copy of the repository, without network and secrets, and deletes the copy. Neither
        calls a model.
      </p>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void go(modeOf(event));
        }}
      >
        <InputsForm fields={fields} draft={inputs} problems={found.fields} />
        <RepositoryField path={repoPath} hint="For the sandbox run: nothing in it is changed." />
        <details>
          <summary>Stubs</summary>
          <Field
            label="Outputs by node"
            hint='JSON, such as {"check": {"exitCode": 1}}. A list gives the outputs of successive executions.'
          >
            {(control) => (
              <textarea {...control} {...draftInput(draft, "stubs")} rows={4} spellcheck={false} />
            )}
          </Field>
        </details>
        <div class="row">
          <button type="submit" class="button button-primary" value="dry" disabled={busy.value !== null}>
            Dry run
          </button>
          <button type="submit" class="button" value="sandbox" disabled={busy.value !== null}>
            {busy.value === "sandbox" ? "Running …" : "Run in the sandbox"}
          </button>
          {run.value && <Button onPress={clear}>Clear the trace</Button>}
        </div>
        {problem.value && <Banner tone="bad">{problem.value}</Banner>}
      </form>
      {run.value && <Result run={run.value} />}
    </Panel>
  );
}

/** Returns the mode of the button that submitted the form; the first one if a key did. */
const modeOf = ({ submitter }: SubmitEvent): TestMode =>
  (submitter as HTMLButtonElement | null)?.value === "sandbox" ? "sandbox" : "dry";

function Result({ run }: { run: TestRun }) {
  const { status, reason, trace, outputs, missingStubs, unusedStubs, differences, patch } = run;
  return (
    <section class="stack" aria-live="polite" aria-label="Test result">
      <div class="row">
        <Status status={status} />
        <span class="wrap-anywhere">{reason}</span>
      </div>
      <ol class="trace" aria-label="Trace">
        {trace.map((step) => <Step key={step.id} step={step} />)}
      </ol>
      {missingStubs.length > 0 && (
        <p class="small wrap-anywhere">
          Generated outputs, because none were given: {missingStubs.join(", ")}
        </p>
      )}
      {unusedStubs.length > 0 && <Banner tone="warning">Unused outputs: {unusedStubs.join(", ")}.</Banner>}
      {differences && (
        <ul class="small" aria-label="Differences from the previous trace">
          {differences.length === 0 && <li>The same as the previous trace.</li>}
          {differences.map(({ id, path, difference }) => <li key={id}>{path}: {difference}</li>)}
        </ul>
      )}
      {Object.keys(outputs).length > 0 && (
        <Code text={JSON.stringify(outputs, null, 2)} label="Outputs of the workflow" wrap />
      )}
      {patch !== undefined && (
        patch === ""
          ? <p class="small">It would change no file.</p>
          : <Code text={patch} label="What it would change" />
      )}
    </section>
  );
}

function Step({ step: { path, kind, status, reason, resolved, runsOn, printed } }: {
  step: TestRun["trace"][number];
}) {
  return (
    <li>
      <span class="row">
        <code class="wrap-anywhere">{path}</code>
        <Badge>{kind.replaceAll("_", " ")}</Badge>
        <Status status={status} />
        <span class="hint small wrap-anywhere">{reason}</span>
        {runsOn && (
          <span class="hint small wrap-anywhere">
            {ORIGINS[runsOn.origin]} {runsOn.provider}/{runsOn.model}
          </span>
        )}
      </span>
      {printed && <Code text={printed} label={`What ${path} printed`} wrap />}
      {Object.keys(resolved).length > 0 && (
        <details>
          <summary class="small">What it is given</summary>
          <Code text={JSON.stringify(resolved, null, 2)} label={`What ${path} is given`} wrap />
        </details>
      )}
    </li>
  );
}

/** The reasons for the worker of a prompt. */
const ORIGINS = {
  node: "Its node names",
  definition: "The workflow names",
  profile: "Its profile hints at",
  routing: "Routing decides on",
} as const;
