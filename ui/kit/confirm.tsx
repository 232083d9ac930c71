import type { ComponentChildren } from "preact";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

/** Asks for confirmation of something irreversible. `action` is the verb on the button, never "OK". */
export function Confirm({ title, action, danger, busy, onConfirm, onClose, children }: {
  title: string;
  action: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => unknown;
  onClose: () => void;
  children: ComponentChildren;
}) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose} autoFocus>Go back</Button>
          <Button kind={danger ? "danger" : "primary"} busy={busy ?? false} onPress={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
