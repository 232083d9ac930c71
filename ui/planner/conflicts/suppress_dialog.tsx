import { useSignal } from "@preact/signals";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { Field } from "../../kit/forms/field.tsx";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { useFrame } from "../../shell/mod.ts";
import { endOfDay } from "../common/days.ts";
import type { Conflict } from "../common/types.ts";
import { useZone } from "../common/zone.tsx";

/** Suppresses a conflict until one of its entries moves, or until a date. */
export function SuppressDialog({ conflict, onClose }: { conflict: Conflict; onClose: () => void }) {
  const { call } = useFrame();
  const zone = useZone();
  const draft = useSignal({ reason: "", until: "" });
  const submit = async () => {
    const { reason, until } = draft.value;
    await call("POST /planner/conflicts/:id/suppress", {
      params: { id: conflict.id },
      body: {
        ...(reason.trim() && { reason: reason.trim() }),
        ...(until && { until: new Date(endOfDay(until, zone)).toISOString() }),
      },
    });
    onClose();
  };
  return (
    <FormDialog title="Suppress this conflict?" action="Suppress" onSubmit={submit} onClose={onClose}>
      <p>It comes back if one of the two moves.</p>
      <Field label="Why">{(control) => <input {...control} {...draftInput(draft, "reason")} />}</Field>
      <Field label="Until" hint="Leave it empty to suppress it until something moves">
        {(control) => <input type="date" {...control} {...draftInput(draft, "until")} />}
      </Field>
    </FormDialog>
  );
}
