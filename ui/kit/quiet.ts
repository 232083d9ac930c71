import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { SILENCE_MILLISECONDS, tooEarly } from "../../client/silence.ts";

/** Whether what has just appeared can be answered: once nothing was pressed for a moment. */
export type Quiet = {
  readonly ready: ReadonlySignal<boolean>;
  /** The sentence about keys that came too early; null if none did. */
  readonly early: ReadonlySignal<string | null>;
  /** Begins to wait for what is shown now. Returns a function that ends it; nothing can be answered then. */
  show: () => () => void;
  /** Calls `act` if it can be answered, and counts the key as too early otherwise. */
  answer: (act: () => void) => void;
};

/** Returns the quiet before a question, in which each key and each click lets the answer wait longer. */
export function createQuiet(): Quiet {
  const ready = signal(false);
  const ignored = signal(0);
  return {
    ready,
    early: computed(() => ignored.value === 0 ? null : tooEarly(ignored.value)),
    show: () => {
      let timer: ReturnType<typeof setTimeout>;
      const wait = () => {
        if (ready.peek()) return;
        clearTimeout(timer);
        timer = setTimeout(() => ready.value = true, SILENCE_MILLISECONDS);
      };
      wait();
      const kinds = ["keydown", "pointerdown"] as const;
      for (const kind of kinds) addEventListener(kind, wait, { capture: true });
      return () => {
        clearTimeout(timer);
        for (const kind of kinds) removeEventListener(kind, wait, { capture: true });
        ready.value = false;
      };
    },
    answer: (act) => {
      if (!ready.peek()) ignored.value++;
      else {
        ignored.value = 0;
        act();
      }
    },
  };
}
