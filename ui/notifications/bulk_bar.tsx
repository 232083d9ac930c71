import { Button } from "../kit/button.tsx";
import type { InboxStore } from "./store.ts";

/** Selects all shown notifications, and acts on the selected ones. */
export function BulkBar({ store, onDelete }: { store: InboxStore; onDelete: () => void }) {
  const items = store.items.value;
  const ticked = items.filter(({ id }) => store.picked.value.has(id));
  const busy = store.busy.value;
  const all = ticked.length === items.length;
  return (
    <div class="inbox-bar" role="toolbar" aria-label="Selected notifications">
      <label class="row">
        <input
          type="checkbox"
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = ticked.length > 0 && !all;
          }}
          onChange={() => store.pickAll(!all)}
        />
        <span>{ticked.length === 0 ? "Select all" : `${ticked.length} selected`}</span>
      </label>
      {ticked.length > 0
        ? (
          <span class="row">
            <Button small busy={busy} onPress={() => store.move("read", ticked)}>Mark as read</Button>
            <Button small busy={busy} onPress={() => store.move("unread", ticked)}>
              Mark as unread
            </Button>
            <Button small busy={busy} onPress={() => store.move("dismiss", ticked)}>Dismiss</Button>
            <Button small busy={busy} onPress={() => store.move("archive", ticked)}>Archive</Button>
            <Button small kind="danger" busy={busy} onPress={onDelete}>Delete …</Button>
          </span>
        )
        : (
          <span class="hint small inbox-keys">
            <kbd>j</kbd> <kbd>k</kbd> move, <kbd>x</kbd> selects, <kbd>e</kbd> archives, <kbd>u</kbd>{" "}
            marks as read or unread, <kbd>d</kbd> dismisses
          </span>
        )}
    </div>
  );
}
