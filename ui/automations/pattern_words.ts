import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Returns a pattern of cron in plain words while it is typed; null where it has none, or they are not loaded yet. */
export function usePatternWords(pattern: string, zone: string): string | null {
  const words = useSignal<string | null>(null);
  useEffect(() => {
    let current = true;
    void import("cronstrue").then(({ default: cronstrue }) => {
      if (current) words.value = read(() => cronstrue.toString(pattern, { use24HourTimeFormat: true }));
    });
    return () => void (current = false);
  }, [pattern]);
  return words.value && `${words.value}, ${zone} time.`;
}

/** The service alone decides whether a pattern is one; words for what it refuses would mislead. */
function read(words: () => string): string | null {
  try {
    return words();
  } catch {
    return null;
  }
}
