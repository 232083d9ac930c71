import type { Signal } from "@preact/signals";
import { Field } from "./field.tsx";

/** Returns the labels of a text with commas between them. */
export const labelsIn = (text: string): string[] =>
  text.split(",").map((label) => label.trim()).filter(Boolean);

/** A field for labels, with commas between them. */
export function LabelsField({ label, hint, value }: { label: string; hint: string; value: Signal<string> }) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          class="input mono"
          placeholder="gpu"
          spellcheck={false}
          value={value.value}
          onInput={(event) => value.value = event.currentTarget.value}
        />
      )}
    </Field>
  );
}

/** The fields for where something may be done: the labels that a machine needs, and whether it stays here. */
export function PlaceFields({ needs, here }: { needs: Signal<string>; here: Signal<boolean> }) {
  return (
    <div class="two-columns">
      <LabelsField
        label="Needs"
        hint="The labels that a machine needs to verify it, and a worker machine to work on it, with commas between."
        value={needs}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={here.value}
          onChange={(event) => here.value = event.currentTarget.checked}
        />
        Its work and verification never leave this machine
      </label>
    </div>
  );
}
