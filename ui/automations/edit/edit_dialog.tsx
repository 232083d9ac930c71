import { Button } from "../../kit/button.tsx";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { Field } from "../../kit/forms/field.tsx";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { useDraft } from "../../kit/forms/use_draft.ts";
import { useFrame } from "../../shell/mod.ts";
import type { Automation } from "../types.ts";
import { ActionFields } from "./action_fields.tsx";
import { bodyOf, draftOf, readInputOf } from "./draft.ts";
import { TEMPLATES } from "./templates.ts";
import { WhenFields } from "./when_fields.tsx";

/** Creates or changes an automation; fields that the form does not show are kept. */
export function EditDialog({ automation, onClose }: { automation: Automation | null; onClose: () => void }) {
  const { call, navigate, places, toasts } = useFrame();
  const kept = useDraft(`automation.${automation?.id ?? "new"}`, draftOf(automation), automation?.revision);
  const draft = kept.value;
  const requireUnchanged = async () => {
    if (!automation) return;
    const { revision } = await call("GET /automations/:id", { params: { id: automation.id } });
    if (revision === kept.basis.value) return;
    kept.basis.value = revision;
    throw new Error(
      `It was changed elsewhere meanwhile, to revision ${revision}. Save again to replace that, or cancel to see it.`,
    );
  };
  const submit = async () => {
    await requireUnchanged();
    const input = readInputOf(draft.value);
    const reading = input && await call("POST /automations/read-trigger", { body: input });
    const saved = await call("POST /automations", { body: bodyOf(draft.value, reading, automation) });
    kept.sent();
    toasts.say(automation ? `${saved.name} is saved.` : `${saved.name} is enabled.`);
    onClose();
    navigate(places.pathOf(saved.id));
  };
  return (
    <FormDialog
      title={automation ? `Edit ${automation.name}` : "New automation"}
      action={automation ? "Save" : "Create and enable"}
      wide
      draft={kept}
      onSubmit={submit}
      onClose={onClose}
    >
      {!automation && (
        <div class="row" role="group" aria-label="Begin with">
          {TEMPLATES.map(({ label, draft: part }) => (
            <Button
              key={label}
              small
              onPress={() => draft.value = { ...draft.value, ...part }}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <Field label="Name">
        {(control) => <input {...control} {...draftInput(draft, "name")} required />}
      </Field>
      <WhenFields draft={draft} automation={automation} />
      <ActionFields draft={draft} />
    </FormDialog>
  );
}
