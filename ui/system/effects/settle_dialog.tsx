import { useSignal } from "@preact/signals";
import { Field } from "../../kit/forms/field.tsx";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { Segments } from "../../kit/forms/segments.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { useFrame } from "../../shell/mod.ts";
import type { EffectList } from "../common/types.ts";

const FOUND = [
  { value: "done", label: "It happened" },
  { value: "not_done", label: "It did not happen" },
] as const;

/** Asks a person what became of an uncertain effect. Nothing is attempted again. */
export function SettleDialog({ effect, onClose, onDone }: {
  effect: EffectList["items"][number];
  onClose: () => void;
  onDone: () => void;
}) {
  const { call } = useFrame();
  const found = useSignal<(typeof FOUND)[number]["value"]>("done");
  const note = useSignal("");
  const settle = async () => {
    const body = { as: found.value, ...(note.value.trim() && { note: note.value.trim() }) };
    await call("POST /control-plane/effects/:id/settle", { params: { id: effect.id }, body });
    onDone();
  };
  return (
    <FormDialog title={`${effect.title}: what happened?`} action="Settle" onSubmit={settle} onClose={onClose}>
      {effect.detail && <ShownText as="p" text={effect.detail} />}
      <Segments
        label="Result"
        options={FOUND}
        value={found.value}
        onChange={(value) =>
          found.value = value}
      />
      <Field label="How you know (optional)">
        {(field) => (
          <input
            class="input"
            {...field}
            maxLength={1000}
            value={note.value}
            onInput={(event) => note.value = event.currentTarget.value}
          />
        )}
      </Field>
      <p class="hint">Nothing is attempted again. What you say is recorded, and cannot be changed.</p>
    </FormDialog>
  );
}
