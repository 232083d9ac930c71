import type { Signal } from "@preact/signals";
import { Field } from "../../kit/field.tsx";

/** What prepares each fresh worktree, or that nothing does. */
export function SetupFields({ setup, noSetup }: { setup: Signal<string>; noSetup: Signal<boolean> }) {
  return (
    <>
      <Field
        label="Setup"
        hint="Prepares each fresh worktree, such as npm ci. It is remembered for the repository once it has worked. What it changes is not part of the patch."
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
        Run without a setup, and forget the one that is remembered
      </label>
    </>
  );
}
