import { type ComponentChildren, createContext, type FunctionComponent } from "preact";
import { useContext, useId, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";

/** What shows the messages that come while a dialog is open: those of the page are behind it, and cannot be reached. */
export const MessagesContext = createContext<FunctionComponent>(() => null);

/**
 * A modal dialog: the rest of the page is inert, Escape and a press outside close it, and the focus goes back to where it
 * was. It is open as long as it is rendered.
 */
export function Dialog({ title, wide, onClose, foot, children }: {
  title: string;
  wide?: boolean;
  onClose: () => void;
  foot?: ComponentChildren;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const Messages = useContext(MessagesContext);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const element = dialog.current!;
    element.showModal();
    element.querySelector<HTMLElement>("[autofocus]")?.focus();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={wide ? "dialog dialog-wide" : "dialog"}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => event.target === dialog.current && onClose()}
    >
      <div class="dialog-head">
        <h2 id={heading}>{title}</h2>
        <button type="button" class="button button-quiet button-icon" aria-label="Close" onClick={onClose}>
          <Icon name="cross" />
        </button>
      </div>
      <div class="dialog-body">{children}</div>
      {foot && <div class="dialog-foot">{foot}</div>}
      <Messages />
    </dialog>
  );
}
