import assert from "node:assert/strict";
import { createToasts } from "../../ui/shell/toasts.ts";
import { timersFireAtOnce } from "../timers.ts";

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

Deno.test("a message disappears automatically, but not while it has the pointer or the focus; a failure stays until dismissed", async () => {
  using _now = timersFireAtOnce();
  const toasts = createToasts();
  const texts = () => toasts.shown.value.map(({ text }) => text);
  toasts.say("Saved.");
  await nextTurn();
  assert.deepEqual(texts(), []);

  toasts.hold(true);
  toasts.say("Deleted.", { action: { label: "Undo", run: () => {} } });
  toasts.say("Not saved.", { tone: "bad" });
  await nextTurn();
  assert.deepEqual(texts(), ["Deleted.", "Not saved."]);
  toasts.hold(false);
  assert.deepEqual(texts(), ["Not saved."]);

  toasts.hold(true);
  toasts.dismiss(toasts.shown.value[0]!.id);
  toasts.say("Saved.");
  await nextTurn();
  assert.deepEqual(texts(), [], "whoever was at the last one holds no other");
});
