import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useId, useRef } from "preact/hooks";
import { keptAsText } from "../../../client/quick_add.ts";
import { Button } from "../../kit/button.tsx";
import { useDraft } from "../../kit/forms/use_draft.ts";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { useFrame } from "../../shell/mod.ts";
import type { PlannerTask } from "../common/types.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** A form that creates a task from plain words, shows how they were understood, and can undo it. */
export function QuickAdd({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const { call, toasts } = useFrame();
  const id = useId();
  const { value: words } = useDraft("planner.quick_add", "");
  const made = useSignal<PlannerTask | null>(null);
  const problem = useSignal<string | null>(null);
  /** What is being added: the key pressed twice adds it once. */
  const adding = useRef("");
  const add = async (event: Event) => {
    event.preventDefault();
    const sent = words.value;
    if (sent.trim() === "" || sent === adding.current) return;
    adding.current = sent;
    problem.value = null;
    try {
      made.value = await call("POST /planner/tasks", { body: { quickAdd: sent.trim() } });
      if (words.value === sent) words.value = "";
    } catch (error) {
      made.value = null;
      problem.value = messageOf(error);
    } finally {
      adding.current = "";
    }
  };
  const keepAsText = async (task: PlannerTask) => {
    made.value = await toasts.attempt(
      () => call("PATCH /planner/tasks/:id", { params: { id: task.id }, body: keptAsText(task) }),
    );
    input.current?.focus();
  };
  const undo = async (task: PlannerTask) => {
    await toasts.attempt(() => call("DELETE /planner/tasks/:id", { params: { id: task.id } }));
    words.value = task.quickAdd ?? task.title;
    made.value = null;
    input.current?.focus();
  };
  // Nothing can be deleted in the empty field, so the key takes back what was understood.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Backspace" && !event.repeat && words.value === "" && made.value?.parsed?.length) {
      void keepAsText(made.value);
    }
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
          onKeyDown={onKeyDown}
        />
        <button type="submit" class="button button-primary">Add</button>
      </div>
      <div id={`${id}-said`} class="small" aria-live="polite">
        {problem.value && <span class="field-problem">{problem.value}</span>}
        {made.value && (
          <Added
            task={made.value}
            onKeepAsText={() => keepAsText(made.value!)}
            onUndo={() => undo(made.value!)}
          />
        )}
      </div>
    </form>
  );
}

function Added(
  { task, onKeepAsText, onUndo }: { task: PlannerTask; onKeepAsText: () => void; onUndo: () => void },
) {
  const { title, parsed = [], quickAdd } = task;
  return (
    <span class="row">
      <span>
        {quickAdd === undefined ? "Kept as text:" : "Added"} <ShownText as="strong" text={title} />
        {parsed.length > 0 ? ". Understood:" : quickAdd === undefined ? "" : ". No date or tag found."}
      </span>
      {parsed.map(({ field, text, as }) => (
        <span key={`${field} ${text}`} class="badge">
          <q>{text}</q> {as}
        </span>
      ))}
      {parsed.length > 0 && (
        <Button small kind="quiet" onPress={onKeepAsText}>
          Keep as text <kbd>Backspace</kbd>
        </Button>
      )}
      <Button small kind="quiet" onPress={onUndo}>Undo</Button>
    </span>
  );
}
