import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Banner } from "../banner.tsx";
import { Button, SubmitButton } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { Time } from "../text/time.tsx";
import { useAttempt } from "./use_attempt.ts";
import type { KeptDraft } from "./use_draft.ts";

/** What a form says of its draft. */
type ShownDraft = Pick<KeptDraft<unknown>, "restoredFrom" | "isOutdated" | "discard">;

/** The fields that can receive the initial focus. */
const FIELDS = "input:enabled:not([hidden]), textarea:enabled, select:enabled";

/**
 * A dialog that sends something: if the service refuses, the dialog shows the error and keeps the input.
 * Ctrl or Cmd with Enter sends it from any field. `onSubmit` closes the dialog itself when it is done.
 */
export function FormDialog({ title, action, wide, danger, draft, onSubmit, onClose, children }: {
  title: string;
  /** The label of the submit button: a verb. */
  action: string;
  wide?: boolean;
  danger?: boolean;
  /** What the browser keeps of its text. */
  draft?: ShownDraft;
  onSubmit: () => Promise<unknown>;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const form = useId();
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector<HTMLElement>(FIELDS)?.focus(), []);
  const { busy, problem, attempt } = useAttempt();
  const submit = (event: Event) => {
    event.preventDefault();
    return attempt(onSubmit);
  };
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLFormElement }) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
  };
  return (
    <Dialog
      title={title}
      wide={wide ?? false}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <SubmitButton form={form} busy={busy.value} danger={danger ?? false}>{action}</SubmitButton>
        </>
      }
    >
      <form ref={element} id={form} class="form" onSubmit={submit} onKeyDown={onKeyDown}>
        {draft && <RestoredDraft draft={draft} />}
        {children}
        {problem.value && <Banner tone="bad">{problem.value}</Banner>}
      </form>
    </Dialog>
  );
}

/** Says that a text was written earlier and not sent, with a button that takes it away. */
export function RestoredDraft({ draft: { restoredFrom, isOutdated, discard } }: { draft: ShownDraft }) {
  if (restoredFrom.value === null) return null;
  return (
    <p class="row small hint" role="status">
      <span>
        Not sent yet, from <Time at={new Date(restoredFrom.value).toISOString()} />.
        {isOutdated.value && " What it changes was changed elsewhere since: sending it replaces that."}
      </span>
      <Button small kind="quiet" onPress={discard}>Discard</Button>
    </p>
  );
}
