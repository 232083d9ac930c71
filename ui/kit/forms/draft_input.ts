import type { Signal } from "@preact/signals";

/** Returns the properties that bind a text control to a field of a draft. */
export const draftInput = <Draft extends Record<Name, string>, Name extends keyof Draft & string>(
  draft: Signal<Draft>,
  name: Name,
) => ({
  class: "input",
  value: draft.value[name],
  onInput: (event: { currentTarget: { value: string } }) =>
    draft.value = { ...draft.value, [name]: event.currentTarget.value },
});
