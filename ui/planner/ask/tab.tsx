import { useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { sentenceOf } from "../../kit/resource.ts";
import { useFrame, useShortcuts } from "../../shell/mod.ts";
import type { Action, Answer } from "../types.ts";
import { AnswerView } from "./answer.tsx";
import { PlannedChange } from "./planned_change.tsx";

const EXAMPLES = ["What is on Friday?", "Am I free tomorrow at 10:00?", "Which tasks are overdue?"];

/** Answers questions from records, and plans changes that are said in words. */
export function AskTab() {
  const { call } = useFrame();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const words = useSignal("");
  const shown = useSignal<{ answer?: Answer; action?: Action; problem?: string }>({});
  const busy = useSignal(false);
  useShortcuts([{ keys: "n", does: "Ask", group: "Planner", run: () => input.current?.focus() }]);
  const attempt = async (work: (text: string) => Promise<typeof shown.value>) => {
    const text = words.value.trim();
    if (text === "" || busy.value) return;
    busy.value = true;
    try {
      shown.value = await work(text);
    } catch (error) {
      shown.value = { problem: sentenceOf(error) };
    } finally {
      busy.value = false;
    }
  };
  const ask = () =>
    attempt(async (question) => ({ answer: await call("POST /planner/ask", { body: { question } }) }));
  const plan = () =>
    attempt(async (request) => ({
      action: await call("POST /planner/calendar-actions", { body: { request } }),
    }));
  const { answer, action, problem } = shown.value;
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
          <button type="submit" class="button button-primary" disabled={busy.value}>Ask</button>
          <Button onPress={() => void plan()}>Plan a change</Button>
        </div>
        <div class="small" aria-live="polite">
          {problem && <span class="field-problem">{problem}</span>}
          {!problem && !answer && !action && (
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
