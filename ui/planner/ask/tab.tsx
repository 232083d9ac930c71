import { useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import { Button, SubmitButton } from "../../kit/button.tsx";
import { useAttempt } from "../../kit/forms/use_attempt.ts";
import { useFrame, useShortcuts } from "../../shell/mod.ts";
import type { CalendarAction, PlannerAnswer } from "../common/types.ts";
import { AnswerView } from "./answer.tsx";
import { PlannedChange } from "../plans/planned_change.tsx";

const EXAMPLES = ["What is on Friday?", "Am I free tomorrow at 10:00?", "Which tasks are overdue?"];

/** A form that answers questions from records, and plans changes from plain words. */
export function AskTab() {
  const { call } = useFrame();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const words = useSignal("");
  const shown = useSignal<{ answer?: PlannerAnswer; action?: CalendarAction }>({});
  const { busy, problem, attempt } = useAttempt();
  useShortcuts([{ keys: "n", does: "Ask", group: "Planner", run: () => input.current?.focus() }]);
  const send = async (work: (text: string) => Promise<typeof shown.value>) => {
    const text = words.value.trim();
    if (text === "") return;
    await attempt(async () => {
      shown.value = {};
      shown.value = await work(text);
    });
  };
  const ask = () =>
    send(async (question) => ({ answer: await call("POST /planner/ask", { body: { question } }) }));
  const plan = () =>
    send(async (request) => ({
      action: await call("POST /planner/calendar-actions", { body: { request } }),
    }));
  const { answer, action } = shown.value;
  return (
    <>
      <form
        class="quick-add"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <label for={id}>Question or change</label>
        <div class="row">
          <input
            ref={input}
            id={id}
            class="input grow"
            autoComplete="off"
            placeholder="What is on Friday? Or: move the review to Friday at 15:00"
            value={words.value}
            onInput={(event) => words.value = event.currentTarget.value}
          />
          <SubmitButton busy={busy.value}>Ask</SubmitButton>
          <Button onPress={() => plan()}>Plan a change</Button>
        </div>
        <div class="small" aria-live="polite">
          {problem.value && <span class="field-problem">{problem.value}</span>}
          {!busy.value && !problem.value && !answer && !action && (
            <span class="row hint">
              For example {EXAMPLES.map((example) => (
                <Button
                  key={example}
                  small
                  kind="quiet"
                  onPress={() => {
                    words.value = example;
                    void ask();
                  }}
                >
                  {example}
                </Button>
              ))}
            </span>
          )}
        </div>
      </form>
      {answer && <AnswerView answer={answer} />}
      {action && (
        <PlannedChange
          key={action.id}
          action={action}
          onChange={(next) => shown.value = { action: next }}
        />
      )}
    </>
  );
}
