import type { Signal } from "@preact/signals";

/** What ties a control to one field of a draft, which is typed in as text. */
export const draftInput = <Draft extends Record<Name, string>, Name extends keyof Draft & string>(
  draft: Signal<Draft>,
  name: Name,
) => ({
  class: "input",
  value: draft.value[name],
  onInput: (event: { currentTarget: { value: string } }) =>
    draft.value = { ...draft.value, [name]: event.currentTarget.value },
});
