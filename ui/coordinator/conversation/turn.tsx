import { useEffect, useRef } from "preact/hooks";
import { ShownLines, ShownText } from "../../kit/text/shown_text.tsx";
import { Markdown } from "../../kit/text/markdown.tsx";
import { Time } from "../../kit/text/time.tsx";
import type { ConversationEvent, ConversationFile, Turn } from "../types.ts";
import type { Activity } from "./activity.ts";
import { ActivityList } from "./activity_list.tsx";
import { Effects } from "./effects.tsx";
import { type RunNumbers, withNumbers } from "./run_numbers.ts";

type Props = {
  turn: Turn;
  files: readonly ConversationFile[];
  numbers: RunNumbers;
  activity: Activity;
  selected: boolean;
  onOpenFile: (path: string) => void;
};

/** The names of the speakers, as the reader knows them. */
const NAMES: Readonly<Record<string, string>> = {
  operator: "You",
  agent: "Agent",
  coordinator: "Coordinator",
};
const nameOf = (actor: string): string => NAMES[actor] ?? actor;

/** An exchange: the message, the answer, its effects, and the events after it. */
export function TurnView({ turn, files, numbers, activity, selected, onOpenFile }: Props) {
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!selected) return;
    article.current?.scrollIntoView({ block: "nearest" });
    article.current?.focus({ preventScroll: true });
  }, [selected]);
  const { message, reply, actor, effects } = turn;
  const known = new Map(files.map((file) => [file.id, file]));
  return (
    <article
      ref={article}
      class="talk-turn"
      tabIndex={-1}
      aria-label={`${nameOf(actor)} and the coordinator`}
    >
      <div class="talk-said">
        <p class="talk-who small">
          <strong>{nameOf(actor)}</strong> <Time at={message.at} />
        </p>
        <p class="talk-words" dir="auto">
          <ShownLines text={message.content} />
        </p>
        {message.attachmentIds.length > 0 && (
          <ul class="talk-files" aria-label="Attachments">
            {message.attachmentIds.map((id) => (
              <li key={id}>
                <button
                  type="button"
                  class="link-button wrap-anywhere"
                  onClick={() => onOpenFile(`attachments/${id}`)}
                >
                  <ShownText text={known.get(id)?.label ?? id} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div class="talk-answer">
        <p class="talk-who small">
          <strong>Coordinator</strong> <Time at={reply.at} />
        </p>
        <Markdown text={withNumbers(reply.content, numbers)} />
        <Effects effects={effects} numbers={numbers} />
        <ActivityList activity={activity} />
      </div>
    </article>
  );
}

/** Another entry of the conversation, by a client or about the conversation. */
export function EntryView({ entry: { kind, content, at, actor }, numbers }: {
  entry: ConversationEvent;
  numbers: RunNumbers;
}) {
  if (kind === "system") {
    return (
      <p class="talk-note small hint wrap-anywhere">
        <ShownText text={withNumbers(content, numbers)} /> <Time at={at} />
      </p>
    );
  }
  const said = kind === "user";
  return (
    <article class="talk-turn" aria-label={said ? "Said" : "Coordinator"}>
      <div class={said ? "talk-said" : "talk-answer"}>
        <p class="talk-who small">
          <strong>{said ? nameOf(actor) : "Coordinator"}</strong> <Time at={at} />
        </p>
        {said
          ? (
            <p class="talk-words" dir="auto">
              <ShownLines text={content} />
            </p>
          )
          : <Markdown text={content} />}
      </div>
    </article>
  );
}
