import { useSignal } from "@preact/signals";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { Field } from "../../kit/forms/field.tsx";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { useFrame } from "../../shell/mod.ts";
import { momentWords } from "../common/moments.tsx";
import type { PlannerTask } from "../common/types.ts";
import { useZone } from "../common/zone.tsx";

/** Changes a task, or creates a subtask. */
export function EditDialog({ task, parent, onClose }: {
  task: PlannerTask | null;
  parent: PlannerTask | null;
  onClose: () => void;
}) {
  const { call } = useFrame();
  const zone = useZone();
  const dueAt = task?.due && "at" in task.due ? task.due : null;
  const draft = useSignal({
    title: task?.title ?? "",
    content: task?.content ?? "",
    date: task?.due && "date" in task.due ? task.due.date : "",
    priority: String(task?.priority ?? 0),
    estimate: task?.estimateMinutes ? String(task.estimateMinutes) : "",
    tags: task?.tags.join(", ") ?? "",
    rrule: task?.rrule ?? "",
  });
  const submit = async () => {
    const { title, content, date, priority, estimate, tags, rrule } = draft.value;
    const body = {
      title,
      content,
      // A due time is kept unless a date replaces it.
      ...(!(dueAt && date === "") && { due: date === "" ? null : { date } }),
      priority: Number(priority),
      estimateMinutes: estimate === "" ? null : Number(estimate),
      tags: tags.split(",").map((tag) => tag.trim()).filter(Boolean),
      rrule: rrule.trim() === "" ? null : rrule.trim(),
    };
    if (task) await call("PATCH /planner/tasks/:id", { params: { id: task.id }, body });
    else await call("POST /planner/tasks", { body: { ...body, parentId: parent?.id ?? null } });
    onClose();
  };
  return (
    <FormDialog
      title={task ? `Edit ${task.title}` : `New task below ${parent?.title}`}
      action={task ? "Save" : "Add"}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Title">
        {(control) => <input {...control} {...draftInput(draft, "title")} required />}
      </Field>
      <Field label="Notes">
        {(control) => <textarea {...control} {...draftInput(draft, "content")} rows={3} />}
      </Field>
      <div class="form-row">
        <Field label="Due" hint={dueAt ? `Due ${momentWords(dueAt.at, zone)}. A date here replaces it.` : ""}>
          {(control) => <input type="date" {...control} {...draftInput(draft, "date")} />}
        </Field>
        <Field label="Priority" hint="1 is the highest, 0 is none">
          {(control) => (
            <input type="number" min={0} max={9} {...control} {...draftInput(draft, "priority")} />
          )}
        </Field>
        <Field label="Estimate in minutes">
          {(control) => <input type="number" min={1} {...control} {...draftInput(draft, "estimate")} />}
        </Field>
      </div>
      <Field label="Tags" hint="Separated by commas">
        {(control) => <input {...control} {...draftInput(draft, "tags")} />}
      </Field>
      <Field label="Repeats" hint="An RFC 5545 rule, such as FREQ=WEEKLY;BYDAY=MO">
        {(control) => <input {...control} {...draftInput(draft, "rrule")} />}
      </Field>
    </FormDialog>
  );
}
