import { useSignal } from "@preact/signals";
import { anyOf, SelectField } from "../../kit/forms/select.tsx";
import { Field } from "../../kit/forms/field.tsx";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { useFrame } from "../../shell/mod.ts";
import { type MaintenanceResult, SCOPES } from "../common/types.ts";

/** Starts a review, which changes nothing, or maintenance, which collects candidates and does what is selected. */
export function HousekeepingDialog({ what, onClose, onReviewed, onMaintained }: {
  what: "review" | "maintenance";
  onClose: () => void;
  onReviewed: (id: string) => void;
  onMaintained: (report: MaintenanceResult) => void;
}) {
  const { call } = useFrame();
  const days = useSignal("180");
  const scope = useSignal("");
  const archiveStale = useSignal(false);
  const promote = useSignal(false);
  const submit = async () => {
    const input = { staleAfterDays: Number(days.value), ...(scope.value && { scope: scope.value }) };
    if (what === "review") onReviewed((await call("POST /memory/review", { body: input })).id);
    else {
      const body = { ...input, archiveStale: archiveStale.value, promote: promote.value };
      onMaintained(await call("POST /memory/maintenance", { body }));
    }
    onClose();
  };
  return (
    <FormDialog
      title={what === "review" ? "Review the records" : "Run maintenance"}
      action={what === "review" ? "Review" : "Run"}
      onSubmit={submit}
      onClose={onClose}
    >
      <p class="hint">
        {what === "review"
          ? "Nothing is changed. You decide what to do about each finding."
          : "Collects candidates from recent work and reviews the records."}
      </p>
      <div class="form-row">
        <Field label="Stale after days" hint="Days without use or confirmation.">
          {(control) => (
            <input
              {...control}
              class="input"
              type="number"
              min="0"
              max="36500"
              required
              value={days.value}
              onInput={(event) => days.value = event.currentTarget.value}
            />
          )}
        </Field>
        <SelectField
          label="Scope"
          options={anyOf("all", SCOPES)}
          value={scope.value}
          onPick={(value) => scope.value = value}
        />
      </div>
      {what === "maintenance" && (
        <>
          <Check label="Archive stale and expired records" ticked={archiveStale} />
          <Check
            label="Promote candidates that have high confidence and contradict no record"
            ticked={promote}
          />
        </>
      )}
    </FormDialog>
  );
}

function Check({ label, ticked }: { label: string; ticked: { value: boolean } }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={ticked.value}
        onChange={(event) => ticked.value = event.currentTarget.checked}
      />
      {label}
    </label>
  );
}
