import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useId } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { sentenceOf } from "../../kit/resource.ts";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { useFrame } from "../../shell/mod.ts";
import type { Task } from "../types.ts";
import { readWords } from "./words.ts";

/** A form that creates a task from plain words, shows how they were understood, and can undo it. */
export function QuickAdd({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const { call, toasts } = useFrame();
  const id = useId();
  const words = useSignal("");
  const made = useSignal<Task | null>(null);
  const problem = useSignal<string | null>(null);
  const add = async (event: Event) => {
    event.preventDefault();
    const sent = words.value;
    if (sent.trim() === "") return;
    problem.value = null;
    try {
      made.value = await call("POST /planner/tasks", { body: { quickAdd: sent.trim() } });
      if (words.value === sent) words.value = "";
    } catch (error) {
      made.value = null;
      problem.value = sentenceOf(error);
    }
  };
  const takeBack = async (task: Task) => {
    await toasts.attempt(() => call("DELETE /planner/tasks/:id", { params: { id: task.id } }));
    words.value = [task.title, ...(task.parsed ?? []).map(({ text }) => text)].join(" ");
    made.value = null;
    input.current?.focus();
  };
  return (
    <form class="quick-add" onSubmit={(event) => void add(event)}>
      <label for={id}>Quick add</label>
      <div class="row">
        <input
          ref={input}
          id={id}
          class="input grow"
          autoComplete="off"
          placeholder="Call Ann tomorrow at 15:00 #home !1 30m"
          aria-describedby={`${id}-said`}
          value={words.value}
          onInput={(event) => words.value = event.currentTarget.value}
        />
        <button type="submit" class="button button-primary">Add</button>
      </div>
      <div id={`${id}-said`} class="small" aria-live="polite">
        {problem.value && <span class="field-problem">{problem.value}</span>}
        {made.value && <Parse task={made.value} onTakeBack={() => void takeBack(made.value!)} />}
      </div>
    </form>
  );
}

function Parse({ task, onTakeBack }: { task: Task; onTakeBack: () => void }) {
  return (
    <span class="row">
      <span>
        Added{" "}
        <strong>
          <ShownText text={task.title} />
        </strong>
        {task.parsed?.length ? ". Understood:" : ". No date or tag found."}
      </span>
      {task.parsed?.map(({ field, text, value }) => (
        <span key={`${field} ${text}`} class="badge">
          <q>{text}</q> → {field}: {readWords(value)}
        </span>
      ))}
      <Button small kind="quiet" onPress={onTakeBack}>Undo</Button>
    </span>
  );
}
