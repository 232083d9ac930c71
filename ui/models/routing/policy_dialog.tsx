import { useSignal } from "@preact/signals";
import { anyOf, Select } from "../../kit/forms/select.tsx";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { Field } from "../../kit/forms/field.tsx";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { useFrame } from "../../shell/mod.ts";
import type { RoutingPolicy } from "../common/types.ts";
import { policyBody, policyDraft } from "./policy_draft.ts";
import { PRIVACIES } from "../../../store/shared/enumerations.ts";

const STATUSES = [{ value: "active", label: "active" }, { value: "inactive", label: "inactive" }];

/** Creates or changes a policy. */
export function PolicyDialog({ policy, onClose }: { policy: RoutingPolicy | null; onClose: () => void }) {
  const { call, toasts } = useFrame();
  const draft = useSignal(policyDraft(policy));
  const submit = async () => {
    await call("POST /model-routing/policies", { body: policyBody(draft.value, policy) });
    toasts.say("The policy is saved.");
    onClose();
  };
  const input = (name: keyof typeof draft.value) => draftInput(draft, name);
  return (
    <FormDialog
      title={policy ? "Change a policy" : "Add a policy"}
      action="Save the policy"
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name">
        {(control) => <input {...control} {...input("name")} required maxLength={200} />}
      </Field>
      <Field
        label="Preferred models"
        hint="One provider/model per line. Each is the fallback of the one above."
      >
        {(control) => <textarea {...control} {...input("prefer")} rows={3} spellcheck={false} />}
      </Field>
      <div class="form-row">
        <Field label="For the role" hint="worker or planner; leave empty for all.">
          {(control) => <input {...control} {...input("role")} />}
        </Field>
        <Field label="For the task class" hint="Leave empty for all.">
          {(control) => <input {...control} {...input("taskClass")} />}
        </Field>
        <Field label="For the workflow template" hint="Its id; leave empty for all.">
          {(control) => <input {...control} {...input("workflowTemplateId")} />}
        </Field>
      </div>
      <div class="form-row">
        <Field label="Priority" hint="Higher values come first.">
          {(control) => (
            <input {...control} {...input("priority")} type="number" min="-1000" max="1000" required />
          )}
        </Field>
        <Field label="Privacy limit">
          {(control) => <Select {...control} {...input("privacy")} options={anyOf("anywhere", PRIVACIES)} />}
        </Field>
        <Field label="Limit per run, in dollars">
          {(control) => <input {...control} {...input("maxCostUsd")} type="number" min="0" step="any" />}
        </Field>
        <Field label="Status">
          {(control) => <Select {...control} {...input("status")} options={STATUSES} />}
        </Field>
      </div>
    </FormDialog>
  );
}
