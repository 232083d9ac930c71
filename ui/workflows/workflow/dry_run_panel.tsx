import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Badge, Status } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { Code } from "../../kit/code.tsx";
import { draftInput } from "../../kit/draft_input.ts";
import { Field } from "../../kit/field.tsx";
import { Panel } from "../../kit/panel.tsx";
import { sentenceOf } from "../../kit/resource.ts";
import { useFrame } from "../../shell/mod.ts";
import { draftOf, fieldsOf, inputsOf, problemsOf } from "../inputs/fields.ts";
import { InputsForm } from "../inputs/form.tsx";
import { definitionOf, type DryRun, type Workflow } from "../types.ts";

/** Goes through a version with stubs, and shows what would be done. The trace before is what the next is compared with. */
export function DryRunPanel({ workflow }: { workflow: Workflow }) {
  const { call } = useFrame();
  const fields = useMemo(() => fieldsOf(definitionOf(workflow).inputs), [workflow]);
  const inputs = useSignal(draftOf(fields));
  const draft = useSignal({ stubs: "" });
  const run = useSignal<DryRun | null>(null);
  const problem = useSignal<string | null>(null);
  const busy = useSignal(false);
  const found = problemsOf(fields, run.value?.status === "invalid" ? run.value.reason : "");
  const go = async () => {
    busy.value = true;
    problem.value = null;
    try {
      const { stubs } = draft.value;
      run.value = await call("POST /workflow-test-runs/run", {
        body: {
          workflowId: workflow.id,
          version: workflow.version,
          inputs: inputsOf(fields, inputs.value),
          ...(stubs.trim() && { stubs: readStubs(stubs) }),
          ...(run.value && run.value.trace.length > 0 && { expect: run.value.trace }),
        },
      });
    } catch (error) {
      problem.value = sentenceOf(error);
    } finally {
      busy.value = false;
    }
  };
  return (
    <Panel title="Dry run">
      <p class="hint small">
        Nothing is executed and no model is called. Outputs are generated, or given by you.
      </p>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <InputsForm fields={fields} draft={inputs} problems={found.fields} />
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
          <button type="submit" class="button button-primary" disabled={busy.value}>Dry run</button>
          {run.value && <Button onPress={() => run.value = null}>Clear the trace</Button>}
        </div>
        {problem.value && <Banner tone="bad">{problem.value}</Banner>}
      </form>
      {run.value && <Result run={run.value} />}
    </Panel>
  );
}

function readStubs(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`The outputs are not JSON: ${(cause as Error).message}.`);
  }
}

function Result({ run: { status, reason, trace, outputs, missingStubs, unusedStubs, differences } }: {
  run: DryRun;
}) {
  return (
    <section class="stack" aria-live="polite" aria-label="Dry run result">
      <div class="row">
        <Status status={status} />
        <span class="wrap-anywhere">{reason}</span>
      </div>
      <ol class="trace" aria-label="Trace">
        {trace.map(({ id, path, kind, status, reason, resolved }) => (
          <li key={id}>
            <span class="row">
              <code class="wrap-anywhere">{path}</code>
              <Badge>{kind.replaceAll("_", " ")}</Badge>
              <Status status={status} />
              <span class="hint small wrap-anywhere">{reason}</span>
            </span>
            {Object.keys(resolved).length > 0 && (
              <details>
                <summary class="small">Its inputs</summary>
                <Code text={JSON.stringify(resolved, null, 2)} label={`Inputs of ${path}`} wrap />
              </details>
            )}
          </li>
        ))}
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
    </section>
  );
}
