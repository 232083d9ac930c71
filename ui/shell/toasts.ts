import { type ReadonlySignal, signal } from "@preact/signals";
import { sentenceOf } from "../kit/resource.ts";

/** A short word on what was just done, or was not. */
export type Toast = {
  id: number;
  tone: "good" | "bad" | "info";
  text: string;
  action?: { label: string; run: () => void };
};

/** What is said at the edge of the page for a while. */
export type Toasts = {
  readonly shown: ReadonlySignal<readonly Toast[]>;
  say: (text: string, options?: Partial<Pick<Toast, "tone" | "action">>) => void;
  dismiss: (id: number) => void;
  /** Does something, and says so when it fails. Gives what it gave, or null. */
  attempt: <Value>(
    work: () => Promise<Value>,
    done?: (value: Value) => string | null,
  ) => Promise<Value | null>;
};

/** What went well is gone after a while; what failed stays until it is put away. */
const SHOWN_MILLISECONDS = 6000;
const MOST = 4;

/** Toasts of one page. */
export function createToasts(): Toasts {
  const shown = signal<readonly Toast[]>([]);
  let count = 0;
  const dismiss = (id: number) => void (shown.value = shown.peek().filter((toast) => toast.id !== id));
  const say: Toasts["say"] = (text, { tone = "good", action } = {}) => {
    const id = ++count;
    shown.value = [...shown.peek(), { id, tone, text, ...(action && { action }) }].slice(-MOST);
    if (tone !== "bad") setTimeout(() => dismiss(id), SHOWN_MILLISECONDS);
  };
  return {
    shown,
    say,
    dismiss,
    attempt: async (work, done) => {
      try {
        const value = await work();
        const text = done?.(value);
        if (text) say(text);
        return value;
      } catch (error) {
        say(sentenceOf(error), { tone: "bad" });
        return null;
      }
    },
  };
}
