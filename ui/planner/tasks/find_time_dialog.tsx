import { useSignal } from "@preact/signals";
import { Banner } from "../../kit/banner.tsx";
import { Field } from "../../kit/forms/field.tsx";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { Skeleton } from "../../kit/skeleton.tsx";
import { useResource } from "../../shell/mod.ts";
import { Span } from "../common/moments.tsx";
import { isOfPlanner, type PlannerTask } from "../common/types.ts";
import { useZone } from "../common/zone.tsx";
import type { TaskStore } from "./store.ts";

/** The choice of a time that was not proposed. */
const ANOTHER = "another";

/** Proposes free times for a task, and sets the chosen one aside; another time can be written instead. */
export function FindTimeDialog({ task, store, onClose }: {
  task: PlannerTask;
  store: TaskStore;
  onClose: () => void;
}) {
  const zone = useZone();
  const times = useResource(
    ({ call }) => call("GET /planner/tasks/:id/free-times", { params: { id: task.id } }),
    isOfPlanner,
    task.id,
  );
  const chosen = useSignal<string | null>(null);
  const another = useSignal("");
  const proposed = times.value.value;
  const choice = chosen.value ?? proposed?.[0]?.start ?? ANOTHER;
  const submit = async () => {
    const time = proposed?.find(({ start }) => start === choice);
    await store.setAside(task, time ?? { start: another.value });
    onClose();
  };
  const option = (value: string) => (
    <input
      type="radio"
      name="time"
      required
      value={value}
      checked={choice === value}
      onChange={() => chosen.value = value}
    />
  );
  return (
    <FormDialog title={`When is ${task.title}?`} action="Set aside" onSubmit={submit} onClose={onClose}>
      {times.problem.value && <Banner tone="warning">{times.problem.value}</Banner>}
      {!proposed && !times.problem.value && <Skeleton lines={3} label="Looking for free times" />}
      <fieldset class="free-times">
        <legend>
          Free working time <span class="hint small">{zone}</span>
        </legend>
        {proposed?.map(({ start, end }) => (
          <label key={start}>
            {option(start)} <Span start={start} end={end} />
          </label>
        ))}
        <label>{option(ANOTHER)} Another time</label>
      </fieldset>
      {choice === ANOTHER && (
        <Field label="Starts" hint={zone}>
          {(control) => (
            <input
              type="datetime-local"
              {...control}
              required
              value={another.value}
              onInput={(event) => {
                // Also where it was only shown because no free time was found yet.
                chosen.value = ANOTHER;
                another.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
