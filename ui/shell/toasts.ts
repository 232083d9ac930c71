import { type ReadonlySignal, signal } from "@preact/signals";
import { messageOf } from "../../store/shared/message_of.ts";

/** A short message about the result of an action. */
type Toast = {
  id: number;
  tone: "good" | "bad" | "info";
  text: string;
  action?: { label: string; run: () => void };
};

/** Messages that are shown temporarily at the edge of the page. */
export type Toasts = {
  readonly shown: ReadonlySignal<readonly Toast[]>;
  say: (text: string, options?: Partial<Pick<Toast, "tone" | "action">>) => void;
  dismiss: (id: number) => void;
  /** A message does not disappear while it has the pointer or the focus; it disappears afterwards. */
  hold: (held: boolean) => void;
  /** Runs `work` and shows a message if it fails. Resolves with its result, or null. */
  attempt: <Value>(
    work: () => Promise<Value>,
    done?: (value: Value) => string | null,
  ) => Promise<Value | null>;
};

/** Successes disappear after a while, later if they offer an action; failures stay until they are dismissed. */
const SHOWN_MILLISECONDS = 6000;
const SHOWN_WITH_ACTION_MILLISECONDS = 15_000;
const MAX_TOASTS = 4;

/** Returns the toasts of the page. */
export function createToasts(): Toasts {
  const shown = signal<readonly Toast[]>([]);
  const over = new Set<number>();
  let count = 0;
  let held = false;
  const dismiss = (id: number) => {
    over.delete(id);
    shown.value = shown.peek().filter((toast) => toast.id !== id);
    // The last toast is gone, so neither the pointer nor the focus can be on it.
    if (shown.value.length === 0) held = false;
  };
  const end = (id: number) => held ? void over.add(id) : dismiss(id);
  const say: Toasts["say"] = (text, { tone = "good", action } = {}) => {
    const id = ++count;
    shown.value = [...shown.peek(), { id, tone, text, ...(action && { action }) }].slice(-MAX_TOASTS);
    if (tone !== "bad") setTimeout(end, action ? SHOWN_WITH_ACTION_MILLISECONDS : SHOWN_MILLISECONDS, id);
  };
  return {
    shown,
    say,
    dismiss,
    hold: (now) => {
      held = now;
      if (!held) { for (const id of over) dismiss(id); }
    },
    attempt: async (work, done) => {
      try {
        const value = await work();
        const text = done?.(value);
        if (text) say(text);
        return value;
      } catch (error) {
        say(messageOf(error), { tone: "bad" });
        return null;
      }
    },
  };
}
