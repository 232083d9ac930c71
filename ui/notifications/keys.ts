import type { Shortcut } from "../shell/keyboard.ts";
import type { InboxStore } from "./store.ts";

/** The shortcuts of the inbox. They act on the selected notifications, or else on the current one. */
export function inboxShortcuts(store: InboxStore, ask: { remove: () => void; open: () => void }): Shortcut[] {
  const targets = () => store.targets.peek();
  const current = () => store.items.peek()[store.selected.peek()];
  const toggle = () =>
    store.move(targets().some(({ status }) => status === "unread") ? "read" : "unread", targets());
  const group = "Inbox";
  return [
    { keys: "j", does: "Next notification", group: "Move", run: () => store.step(1) },
    { keys: "k", does: "Previous notification", group: "Move", run: () => store.step(-1) },
    { keys: "Enter", does: "Open its subject", group: "Move", run: ask.open },
    {
      keys: "x",
      does: "Select it, to act on several",
      group,
      run: () => {
        const item = current();
        if (item) store.pick(item.id);
      },
    },
    { keys: "e", does: "Archive", group, run: () => void store.move("archive", targets()) },
    { keys: "u", does: "Mark as unread, or as read", group, run: () => void toggle() },
    { keys: "d", does: "Dismiss", group, run: () => void store.move("dismiss", targets()) },
    { keys: "#", does: "Delete …", group, run: ask.remove },
    { keys: "A", does: "Mark all as read", group, run: () => void store.readAll() },
  ];
}
