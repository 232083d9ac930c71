import { LiveWords } from "../../kit/text/live_words.tsx";
import { useLiveWords } from "../../shell/mod.ts";
import { useLayoutEffect, useRef } from "preact/hooks";
import { ShownLines } from "../../kit/text/shown_text.tsx";
import { Button } from "../../kit/button.tsx";
import { Skeleton } from "../../kit/skeleton.tsx";
import type { Details } from "../types.ts";
import type { ConversationStore } from "./store.ts";
import { runNumbersOf } from "./run_numbers.ts";
import { EntryView, TurnView } from "./turn.tsx";
import type { MessageWriter } from "./writing.ts";

/** The suggestions for a first message. */
const SUGGESTIONS = ["help", "status", "what needs me", "list files"] as const;

/** The distance from the end up to which the reader counts as being at the end, in pixels. */
const NEAR_PIXELS = 240;

/** The messages of a conversation, oldest first. It stays at its end while the reader is there. */
export function ThreadView({ store, writing, details, hasModel, onOpenFile }: {
  store: ConversationStore;
  writing: MessageWriter;
  details: Details;
  hasModel: boolean;
  onOpenFile: (path: string) => void;
}) {
  const thread = store.thread.value;
  const sending = writing.sending.value;
  const place = useStayAtEnd(thread !== null);
  if (!thread) return <Skeleton lines={6} label="Loading the conversation" />;
  const isNew = thread.every(({ kind }) => kind !== "turn");
  const numbers = runNumbersOf(details);
  return (
    <div class="talk-thread" ref={place}>
      {store.hasEarlier.value && (
        <div class="row talk-earlier">
          <Button onPress={store.showEarlier}>Show earlier messages</Button>
        </div>
      )}
      {thread.map((item) =>
        item.kind === "entry" ? <EntryView key={item.id} entry={item.entry} numbers={numbers} /> : (
          <TurnView
            key={item.id}
            turn={item.turn}
            files={details.files}
            numbers={numbers}
            activity={store.activityOf(item.sequence)}
            selected={item.id === store.selected.value}
            onOpenFile={onOpenFile}
          />
        )
      )}
      {isNew && sending === null && details.status === "active" && (
        <Beginning writing={writing} hasModel={hasModel} />
      )}
      {sending !== null && (
        <div class="talk-turn" role="status">
          <div class="talk-said">
            <p class="talk-who small hint">Sending …</p>
            <p class="talk-words" dir="auto">
              <ShownLines text={sending} />
            </p>
            <Answering conversationId={details.id} />
          </div>
        </div>
      )}
    </div>
  );
}

/** The answer while a model writes it. */
function Answering({ conversationId }: { conversationId: string }) {
  const words = useLiveWords(`conversation/${conversationId}`, () => false);
  return <LiveWords words={words} label="Answer in progress" />;
}

/** The welcome text of an empty conversation. */
function Beginning({ writing, hasModel }: { writing: MessageWriter; hasModel: boolean }) {
  const say = (content: string) => {
    writing.change({ content });
    void writing.send();
  };
  return (
    <div class="empty">
      <h2>What should be done?</h2>
      <p>
        {hasModel
          ? "Ask about the selected repository, or describe in your own words what should be done."
          : 'No model is connected, so only simple requests and questions are understood, such as: create docs/NOTE.md with "hello", or where is main?'}
        {" "}
        Nothing is written to the repository until you have reviewed it.
      </p>
      <div class="row">
        {SUGGESTIONS.map((words) => <Button key={words} small onPress={() => say(words)}>{words}</Button>)}
      </div>
    </div>
  );
}

/** Scrolls to the end at first, and whenever something is added while the reader is near it. */
function useStayAtEnd(ready: boolean) {
  const thread = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const main = thread.current?.parentElement;
    if (!ready || !main) return;
    let height: number | null = null;
    const observer = new ResizeObserver(() => {
      const { bottom, height: now } = main.getBoundingClientRect();
      const beyond = bottom - (now - (height ?? now)) - innerHeight;
      if (height === null || (now > height && beyond < NEAR_PIXELS)) main.scrollIntoView({ block: "end" });
      height = now;
    });
    observer.observe(main);
    return () => observer.disconnect();
  }, [ready]);
  return thread;
}
