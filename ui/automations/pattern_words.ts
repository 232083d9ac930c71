import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Returns a cron pattern in plain words; null if it is not valid, or the library is not loaded yet. */
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

/** Returns the description; null if the library rejects the pattern, since only the service decides what is valid. */
function read(words: () => string): string | null {
  try {
    return words();
  } catch {
    return null;
  }
}
