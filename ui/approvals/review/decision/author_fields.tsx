import type { CommitAuthor } from "../../model/commit_author.ts";
import type { ReviewStore } from "../store/store.ts";

const FIELDS: readonly { name: keyof CommitAuthor; label: string; mode: "text" | "email" }[] = [
  { name: "name", label: "Your name", mode: "text" },
  { name: "email", label: "Your email address", mode: "email" },
];

/** Asks who makes the commit, where git's configuration of the repository names nobody. */
export function AuthorFields({ store }: { store: ReviewStore }) {
  return (
    <fieldset class="decision-author">
      <legend class="visually-hidden">Who makes the commit</legend>
      {FIELDS.map(({ name, label, mode }) => (
        <input
          key={name}
          class="input"
          inputMode={mode}
          autocomplete={name}
          aria-label={label}
          placeholder={label}
          value={store.author.value[name]}
          onInput={({ currentTarget: { value } }) =>
            store.author.value = { ...store.author.value, [name]: value }}
        />
      ))}
    </fieldset>
  );
}
