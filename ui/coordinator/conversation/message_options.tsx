import { Field } from "../../kit/field.tsx";
import { Select } from "../../kit/select.tsx";
import { baseName, firstLine, shortId } from "../../../client/words.ts";
import type { Run } from "../types.ts";
import { hasOptions, type Writing } from "./writing.ts";

/** Where the work is to be done, how it is checked, and which run a message is about; folded until it is needed. */
export function MessageOptions({ writing, runs }: { writing: Writing; runs: readonly Run[] }) {
  const { repoPath, verifier, runId } = writing.draft.value;
  const repositories = [...new Set(runs.map((run) => run.repoPath))];
  const set = hasOptions(writing.draft.value);
  return (
    <details class="talk-options" open={set}>
      <summary class="small">
        Repository, verifier, run
        {set && repoPath && <span class="hint">: {baseName(repoPath)}</span>}
      </summary>
      <div class="talk-option-fields">
        <Field label="Repository" hint="Absolute path; else that of the last run here.">
          {(control) => (
            <input
              {...control}
              class="input"
              list="message-repositories"
              spellcheck={false}
              autocomplete="off"
              value={repoPath}
              onInput={(event) => writing.change({ repoPath: event.currentTarget.value })}
            />
          )}
        </Field>
        <datalist id="message-repositories">
          {repositories.map((path) => <option key={path} value={path} />)}
        </datalist>
        <Field label="Verifier" hint="A command that says whether the result works.">
          {(control) => (
            <input
              {...control}
              class="input"
              spellcheck={false}
              autocomplete="off"
              value={verifier}
              onInput={(event) => writing.change({ verifier: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label="About the run">
          {(control) => (
            <Select
              {...control}
              options={[
                { value: "", label: "The active one" },
                ...runs.map((run) => ({
                  value: run.id,
                  label: `${firstLine(run.request).slice(0, 60)} (${run.status}, ${shortId(run.id)})`,
                })),
              ]}
              value={runId}
              onChange={(event) => writing.change({ runId: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
    </details>
  );
}
