import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Banner } from "../banner.tsx";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { useAttempt } from "./use_attempt.ts";

/** The fields that can receive the initial focus. */
const FIELDS = "input:enabled:not([hidden]), textarea:enabled, select:enabled";

/**
 * A dialog that sends something: if the service refuses, the dialog shows the error and keeps the input.
 * Ctrl or Cmd with Enter sends it from any field. `onSubmit` closes the dialog itself when it is done.
 */
export function FormDialog({ title, action, wide, danger, onSubmit, onClose, children }: {
  title: string;
  /** The label of the submit button: a verb. */
  action: string;
  wide?: boolean;
  danger?: boolean;
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
          <button
            type="submit"
            form={form}
            class={danger ? "button button-danger" : "button button-primary"}
            disabled={busy.value}
            aria-busy={busy.value ? "true" : undefined}
          >
            {action}
          </button>
        </>
      }
    >
      <form ref={element} id={form} class="form" onSubmit={submit} onKeyDown={onKeyDown}>
        {children}
        {problem.value && <Banner tone="bad">{problem.value}</Banner>}
      </form>
    </Dialog>
  );
}
