import { useEffect, useRef } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { bytes, counted } from "../../../client/words.ts";
import type { ConversationRun } from "../types.ts";
import { ChecklistBadge, ChecklistItems } from "./checklist.tsx";
import { MessageOptions } from "./message_options.tsx";
import type { MessageWriter } from "./writing.ts";

/** The form for a message, with its files, its options, and a check before it is sent. */
export function Composer({ writing, runs, hasModel, onSend }: {
  writing: MessageWriter;
  /** Whether a model is available that understands plain language. */
  hasModel: boolean;
  runs: readonly ConversationRun[];
  onSend: () => void;
}) {
  const { draft, sending, attaching, checking, canSend } = writing;
  const chooser = useRef<HTMLInputElement>(null);
  const send = () => {
    if (canSend.peek()) onSend();
  };
  const takeFiles = (event: Event, list: FileList | null | undefined) => {
    if (!list || list.length === 0) return;
    event.preventDefault();
    void writing.attach([...list]);
  };
  return (
    <form
      class="talk-composer"
      aria-label="Write a message"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => takeFiles(event, event.dataTransfer?.files)}
    >
      <textarea
        class="input"
        id="message"
        aria-label="Message"
        aria-describedby="message-hint"
        rows={Math.min(12, Math.max(2, draft.value.content.split("\n").length))}
        placeholder={hasModel
          ? "Ask about the repository, or describe what should be done"
          : 'create docs/NOTE.md with "hello"'}
        value={draft.value.content}
        onInput={(event) => writing.change({ content: event.currentTarget.value })}
        onPaste={(event) => takeFiles(event, event.clipboardData?.files)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
          // In some input methods, Enter also confirms a character.
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <AttachedFiles writing={writing} />
      <MessageOptions writing={writing} runs={runs} />
      <div class="row talk-composer-foot">
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label="Files to attach"
          onChange={(event) => {
            takeFiles(event, event.currentTarget.files);
            event.currentTarget.value = "";
          }}
        />
        <Button busy={attaching.value} onPress={() => chooser.current?.click()}>Attach files …</Button>
        <Button
          busy={checking.value}
          disabled={!canSend.value}
          hint="Checks for known problems before a run. Changes nothing."
          onPress={() => writing.check()}
        >
          Check first
        </Button>
        <span class="hint small grow" id="message-hint">
          <kbd>Enter</kbd> sends, <kbd>Shift</kbd> <kbd>Enter</kbd> new line
        </span>
        <button
          type="submit"
          class="button button-primary"
          disabled={!canSend.value}
          aria-busy={sending.value === null ? undefined : "true"}
        >
          Send
        </button>
      </div>
      <Checked writing={writing} />
    </form>
  );
}

function AttachedFiles({ writing }: { writing: MessageWriter }) {
  const { attachments } = writing.draft.value;
  if (attachments.length === 0) return null;
  return (
    <ul class="talk-files" aria-label="Attached to this message">
      {attachments.map(({ id, name, size }) => (
        <li key={id}>
          <span class="wrap-anywhere">{name}</span> <span class="hint small">{bytes(size)}</span>
          <button
            type="button"
            class="button button-quiet button-icon button-small"
            aria-label={`Remove ${name}`}
            onClick={() => writing.detach(id)}
          >
            <Icon name="cross" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The result of the check of this message, scrolled into view. */
function Checked({ writing }: { writing: MessageWriter }) {
  const checklist = writing.checked.value;
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (checklist) place.current?.scrollIntoView({ block: "nearest" });
  }, [checklist?.id]);
  if (!checklist) return null;
  const { warn = 0, block = 0 } = checklist.counts;
  return (
    <section ref={place} class="talk-checked" aria-label="Check results" role="status">
      <details open={checklist.status !== "ok"}>
        <summary>
          <ChecklistBadge status={checklist.status} /> {block > 0
            ? `${counted(block, "problem")} to solve first.`
            : warn > 0
            ? `${counted(warn, "warning")}.`
            : "No known problems."}
        </summary>
        <ChecklistItems checklist={checklist} />
      </details>
    </section>
  );
}
