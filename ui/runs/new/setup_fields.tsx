import type { Signal } from "@preact/signals";
import { Field } from "../../kit/forms/field.tsx";

/** The fields for the command that prepares each worktree. */
export function SetupFields({ setup, noSetup }: { setup: Signal<string>; noSetup: Signal<boolean> }) {
  return (
    <>
      <Field
        label="Setup"
        hint="Prepares each new worktree, such as npm ci. It is saved for the repository after its first success. Its changes are not part of the patch."
      >
        {(control) => (
          <input
            {...control}
            class="input mono"
            spellcheck={false}
            disabled={noSetup.value}
            value={setup.value}
            onInput={(event) => setup.value = event.currentTarget.value}
          />
        )}
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={noSetup.value}
          onChange={(event) => noSetup.value = event.currentTarget.checked}
        />
        Run without a setup, and forget the saved one
      </label>
    </>
  );
}
