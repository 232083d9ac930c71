import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { draftInput } from "../kit/forms/draft_input.ts";
import { Field } from "../kit/forms/field.tsx";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { useDraft } from "../kit/forms/use_draft.ts";
import { SelectField } from "../kit/forms/select.tsx";
import { useFrame } from "../shell/mod.ts";
import { changesOf, draftOf, toolsOf } from "./profile_draft.ts";
import { CHANGES_PATH, type Profile } from "./types.ts";

const HOW = [
  { value: "apply", label: "At once, where it narrows the profile or leaves its rights alone" },
  { value: "ask", label: "After a human's decision, also where it widens the profile" },
] as const;

/** Changes a profile. Restrictions apply at once; extensions need an approval. */
export function EditProfileDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { call, toasts, navigate } = useFrame();
  const kept = useDraft(`profile.${profile.id}`, draftOf(profile), profile.version);
  const draft = kept.value;
  const tools = useSignal<readonly string[]>(toolsOf(profile));
  const all = useSignal<readonly { id: string; label: string }[]>([]);
  const how = useSignal<typeof HOW[number]["value"]>("apply");
  useEffect(() => void call("GET /tools").then((found) => all.value = found, () => {}), []);
  const toggle = (id: string, allowed: boolean) =>
    tools.value = allowed ? [...tools.value, id] : tools.value.filter((each) => each !== id);
  const submit = async () => {
    const settings = changesOf(profile, draft.value, tools.value);
    if (how.value === "apply") {
      await call("POST /agent-profiles/settings", { body: { profileId: profile.id, settings } });
      kept.sent();
      toasts.say(`${profile.label} is changed. Sessions that were planned before keep what they had.`);
      return onClose();
    }
    const reason = draft.value.reason.trim();
    await call("POST /agent-profile-changes", {
      body: { targetProfileId: profile.id, proposed: settings, ...(reason && { reason }) },
    });
    kept.sent();
    navigate(CHANGES_PATH);
  };
  return (
    <FormDialog
      title={`Change ${profile.label}`}
      action={how.value === "apply" ? "Change it" : "Ask for it"}
      wide
      draft={kept}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name">
        {(control) => <input {...control} {...draftInput(draft, "label")} required />}
      </Field>
      <Field label="Description">
        {(control) => <textarea {...control} {...draftInput(draft, "description")} rows={2} />}
      </Field>
      <Field label="Instructions" hint="Agents are given them beside those of their role.">
        {(control) => <textarea {...control} {...draftInput(draft, "instructions")} rows={4} />}
      </Field>
      <fieldset class="field">
        <legend>Tools</legend>
        <div class="form-row">
          {all.value.map(({ id, label }) => (
            <label key={id} class="check">
              <input
                type="checkbox"
                checked={tools.value.includes(id)}
                onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <Field
        label="Single actions of connectors"
        hint="Such as shop.order, with commas between. The tool above allows all actions."
      >
        {(control) => <input {...control} {...draftInput(draft, "actions")} />}
      </Field>
      <Field label="Skills" hint="Names or ids, with commas between.">
        {(control) => <input {...control} {...draftInput(draft, "skillIds")} />}
      </Field>
      <div class="form-row">
        <Field label="Provider" hint="Empty: routing decides.">
          {(control) => <input {...control} {...draftInput(draft, "provider")} />}
        </Field>
        <Field label="Model" hint="Empty: routing decides.">
          {(control) => <input {...control} {...draftInput(draft, "model")} />}
        </Field>
      </div>
      <div class="form-row">
        <Field label="At most, in USD">
          {(control) => (
            <input {...control} {...draftInput(draft, "maxCostUsd")} type="number" min="0" step="any" />
          )}
        </Field>
        <Field label="Turns at most">
          {(control) => <input {...control} {...draftInput(draft, "maxTurns")} type="number" min="1" />}
        </Field>
        <Field label="Time at most" hint="Such as PT30M.">
          {(control) => <input {...control} {...draftInput(draft, "timeout")} />}
        </Field>
      </div>
      <div class="form-row">
        <Field
          label="Needs"
          hint="Labels that a machine needs to verify its runs, and a worker machine to work on them, with commas between."
        >
          {(control) => <input {...control} {...draftInput(draft, "needs")} />}
        </Field>
        <SelectField
          label="Place"
          options={[
            { value: "", label: "Worker machines may work and verify" },
            { value: "here", label: "Nothing leaves this machine" },
          ]}
          value={draft.value.here}
          onPick={(value) => draft.value = { ...draft.value, here: value }}
        />
      </div>
      <SelectField
        label="When it holds"
        options={HOW}
        value={how.value}
        onPick={(value) => how.value = value}
      />
      {how.value === "ask" && (
        <Field label="Reason" hint="Shown to the person who decides.">
          {(control) => <textarea {...control} {...draftInput(draft, "reason")} rows={2} />}
        </Field>
      )}
    </FormDialog>
  );
}
