import { useSignal } from "@preact/signals";
import { Field } from "../../kit/forms/field.tsx";
import { baseName } from "../../../client/words.ts";
import type { ConversationRun } from "../types.ts";
import type { MessageWriter } from "./writing.ts";

/** The repository that messages are about. It opens a choice, which applies to the following messages. */
export function RepositoryChip(
  { writing, runs }: { writing: MessageWriter; runs: readonly ConversationRun[] },
) {
  const open = useSignal(false);
  const chosen = writing.draft.value.repoPath;
  const repositories = [...new Set(runs.map((run) => run.repoPath))];
  const path = chosen || repositories[0];
  return (
    <details
      class="talk-repository"
      open={open.value}
      onToggle={(event) => open.value = event.currentTarget.open}
    >
      <summary class="small" title={path}>
        Repository: <strong>{path ? baseName(path) : "not selected"}</strong>
      </summary>
      <Field label="Repository" hint="Absolute path. Leave empty to use the repository of the last run here.">
        {(control) => (
          <input
            {...control}
            class="input mono"
            list="message-repositories"
            spellcheck={false}
            autocomplete="off"
            value={chosen}
            onInput={(event) => writing.change({ repoPath: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key !== "Enter" && event.key !== "Escape") return;
              open.value = false;
              document.getElementById("message")?.focus();
            }}
          />
        )}
      </Field>
      <datalist id="message-repositories">
        {repositories.map((each) => <option key={each} value={each} />)}
      </datalist>
    </details>
  );
}
