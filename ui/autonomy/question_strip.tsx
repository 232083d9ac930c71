import { useLayoutEffect } from "preact/hooks";
import { Button } from "../kit/button.tsx";
import { ShownLines, ShownText } from "../kit/text/shown_text.tsx";
import { useFrame, useLive, usePageStore, useShortcuts } from "../shell/mod.ts";
import type { Shortcut } from "../shell/keyboard.ts";
import { answersTo } from "./answers.ts";
import { createQuestionStore, type QuestionStore } from "./question_store.ts";
import type { WorkerQuestion } from "./types.ts";

/** The open questions of workers, above the current page, with a key for each answer. */
export function QuestionStrip() {
  const store = usePageStore(createQuestionStore);
  useLive(({ type }) => type.startsWith("approval."), () => void store.refresh());
  const question = store.current.value;
  return question && <Strip store={store} question={question} />;
}

function Strip({ store, question }: { store: QuestionStore; question: WorkerQuestion }) {
  const { places } = useFrame();
  const { approval } = question;
  const command = approval.asks?.command;
  const count = store.items.value.length;
  // Before the next key or click, which would otherwise answer what has just appeared.
  useLayoutEffect(store.quiet.show, [approval.id]);
  const answers = answersTo(approval);
  useShortcuts(answers.map(({ key, answer, does }): Shortcut => ({
    keys: key,
    does,
    group: "Current question",
    run: () => store.quiet.answer(() => void store.answer(answer)),
  })));
  return (
    <section class="question-strip" aria-label="A worker is asking">
      <div class="question-words">
        <a href={places.pathOf(approval.id)}>
          <ShownText text={approval.title} />
        </a>
        {command !== undefined && !approval.title.includes(command) && (
          <pre class="question-command" tabIndex={0}><ShownLines text={command} /></pre>
        )}
        {approval.asks?.crossings[0] && <ShownText as="p" text={approval.asks.crossings[0].detail} />}
      </div>
      {store.quiet.early.value && <p class="hint small" role="status">{store.quiet.early.value}</p>}
      <div class="question-answers">
        {answers.map(({ key, answer, label }) => (
          <Button
            key={key}
            small
            kind={answer === "reject" ? "quiet" : "plain"}
            busy={store.busy.value}
            disabled={!store.quiet.ready.value}
            onPress={() => store.answer(answer)}
          >
            <kbd>{key}</kbd> {answer === "pattern"
              ? (
                <>
                  Like <code>{approval.asks?.pattern}</code>
                </>
              )
              : label}
          </Button>
        ))}
        {count > 1 && (
          <Button
            small
            kind="quiet"
            onPress={() => store.index.value = (store.index.value + 1) % count}
          >
            {count} questions
          </Button>
        )}
      </div>
    </section>
  );
}
