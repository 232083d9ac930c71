import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { useDraft } from "../../kit/forms/use_draft.ts";
import { useFrame } from "../../shell/mod.ts";
import { draftOf, fieldsOf, inputsOf, problemsOf } from "../../../client/form_fields.ts";
import { randomKey } from "../../../client/random_key.ts";
import { InputsForm } from "../inputs/form.tsx";
import { RepositoryField } from "../inputs/repository_field.tsx";
import { definitionOf, type Workflow } from "../types.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** Asks for the repository and the inputs of a version of a workflow, and queues the run. */
export function RunDialog({ workflow, onClose }: { workflow: Workflow; onClose: () => void }) {
  const { call, navigate, places } = useFrame();
  const { id, name, version } = workflow;
  const definition = definitionOf(workflow);
  const fields = useMemo(() => fieldsOf(definition.inputs), [workflow]);
  const kept = useDraft(`inputs.${id}`, draftOf(fields));
  const draft = kept.value;
  const repoPath = useSignal(definition.repoPath ?? "");
  const problems = useSignal<Record<string, string>>({});
  // Sending the same inputs again does not start a second run.
  const key = useMemo(randomKey, [draft.value, repoPath.value]);
  const submit = async () => {
    problems.value = {};
    const inputs = inputsOf(fields, draft.value);
    const place = repoPath.value.trim();
    const body = { version, inputs, ...(place && { repoPath: place }) };
    try {
      const { runId } = await call("POST /saved-workflows/:id/run", { params: { id }, body }, {
        idempotencyKey: key,
      });
      kept.sent();
      navigate(places.pathOf(runId!));
    } catch (error) {
      const found = problemsOf(fields, messageOf(error));
      problems.value = found.fields;
      throw new Error(found.rest || "Some inputs are not valid. See the fields above.");
    }
  };
  return (
    <FormDialog
      title={`Run ${name}, version ${version}`}
      action="Start the run"
      wide
      draft={kept}
      onSubmit={submit}
      onClose={onClose}
    >
      <InputsForm fields={fields} draft={draft} problems={problems.value} />
      <RepositoryField
        path={repoPath}
        required
        hint="The absolute path of a directory on the service's machine."
      />
    </FormDialog>
  );
}
