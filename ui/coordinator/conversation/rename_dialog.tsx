import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Field } from "../../kit/forms/field.tsx";

/** Renames a conversation. */
export function RenameDialog({ title, busy, onRename, onClose }: {
  title: string;
  busy: boolean;
  onRename: (title: string) => void;
  onClose: () => void;
}) {
  const typed = useSignal(title);
  const rename = () => {
    if (typed.value.trim() !== "") onRename(typed.value.trim());
  };
  return (
    <Dialog
      title="Rename the conversation"
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" busy={busy} disabled={typed.value.trim() === ""} onPress={rename}>
            Rename
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rename();
        }}
      >
        <Field label="Name">
          {(control) => (
            <input
              {...control}
              class="input"
              autofocus
              maxLength={300}
              value={typed.value}
              onInput={(event) => typed.value = event.currentTarget.value}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
