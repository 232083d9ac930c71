import { useState } from "preact/hooks";
import { Field } from "../../kit/forms/field.tsx";
import { SelectField } from "../../kit/forms/select.tsx";
import { WhenRedFields } from "../../kit/forms/when_red.tsx";
import { firstLine } from "../../../client/words.ts";
import type { ConversationRun } from "../types.ts";
import { hasOptions, type MessageWriter } from "./writing.ts";

/** The options of a message: the verifier and the run that it is about. Folded by default. */
export function MessageOptions(
  { writing, runs }: { writing: MessageWriter; runs: readonly ConversationRun[] },
) {
  const { verifier, whenRed, runId } = writing.draft.value;
  // Only at first: a field that is emptied, to write something else, does not fold them.
  const [isOpen] = useState(() => hasOptions(writing.draft.peek()));
  return (
    <details class="talk-options" open={isOpen}>
      <summary class="small">
        Verifier, run
      </summary>
      <div class="talk-option-fields">
        <Field label="Verifier" hint="A command that checks the result.">
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
        {verifier.trim() !== "" && (
          <WhenRedFields
            value={whenRed}
            onChange={(changed) => writing.change({ whenRed: { ...whenRed, ...changed } })}
          />
        )}
        <SelectField
          label="About the run"
          options={[
            { value: "", label: "The active run" },
            ...runs.map((run) => ({
              value: run.id,
              label: `${firstLine(run.request).slice(0, 60)} (${run.status}, #${run.number})`,
            })),
          ]}
          value={runId}
          onPick={(runId) => writing.change({ runId })}
        />
      </div>
    </details>
  );
}
