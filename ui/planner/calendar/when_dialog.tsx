import { useSignal } from "@preact/signals";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { Field } from "../../kit/forms/field.tsx";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { Segments } from "../../kit/forms/segments.tsx";
import { useZone } from "../common/zone.tsx";
import type { Block } from "./blocks.ts";
import type { CalendarChanges, OccurrenceScope } from "./changes.ts";
import type { LocalSpan } from "./spans.ts";

/** What is asked for: a new event without a block, or another time for one. */
export type AskedWhen = { block: Block | null; span: LocalSpan };

const SCOPES: readonly { value: OccurrenceScope; label: string }[] = [
  { value: "this", label: "This event" },
  { value: "following", label: "This and following" },
  { value: "all", label: "All" },
];

/** Creates an event, or changes when something is; of an event that repeats it asks which occurrences are meant. */
export function WhenDialog({ asked: { block, span }, changes, onClose }: {
  asked: AskedWhen;
  changes: CalendarChanges;
  onClose: () => void;
}) {
  const zone = useZone();
  const draft = useSignal({ title: "", start: span.start, minutes: String(span.durationMinutes) });
  const scope = useSignal<OccurrenceScope>("this");
  const submit = async () => {
    const { title, start, minutes } = draft.value;
    const wanted = { start, durationMinutes: Number(minutes) };
    if (block) await changes.move(block, wanted, block.repeats ? scope.value : undefined);
    else await changes.create(title, wanted);
    onClose();
  };
  return (
    <FormDialog
      title={block ? `When is ${block.title}?` : "New event"}
      action={block ? "Move" : "Create"}
      onSubmit={submit}
      onClose={onClose}
    >
      {!block && (
        <Field label="Title">
          {(control) => <input {...control} {...draftInput(draft, "title")} required />}
        </Field>
      )}
      <div class="form-row">
        <Field label="Starts" hint={zone}>
          {(control) => <input type="datetime-local" {...control} {...draftInput(draft, "start")} required />}
        </Field>
        <Field label="Minutes">
          {(control) => (
            <input type="number" min={1} {...control} {...draftInput(draft, "minutes")} required />
          )}
        </Field>
      </div>
      {block?.repeats && (
        <Segments
          label="Which"
          options={SCOPES}
          value={scope.value}
          onChange={(value) => scope.value = value}
        />
      )}
    </FormDialog>
  );
}
