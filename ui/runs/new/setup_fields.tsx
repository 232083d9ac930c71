import type { Signal } from "@preact/signals";
import { Field } from "../../kit/field.tsx";

/** What prepares each worktree, or that nothing does. */
export function SetupFields({ command, none }: { command: Signal<string>; none: Signal<boolean> }) {
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
            disabled={none.value}
            value={command.value}
            onInput={(event) => command.value = event.currentTarget.value}
          />
        )}
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={none.value}
          onChange={(event) => none.value = event.currentTarget.checked}
        />
        Run without a setup, and forget the one that is remembered
      </label>
    </>
  );
}
