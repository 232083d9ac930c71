import { useEffect, useState } from "preact/hooks";
import { useFrame } from "./frame.ts";
import type { LiveEvent } from "./live.ts";

/** The maximum number of characters that are shown of a text in progress. */
const MAX_CHARACTERS = 8000;

/**
 * Returns the end of the text that is being written on a stream such as `task_session/task_1`: a command's output, or a
 * model's words. It becomes empty when an event that `isKept` accepts records the result.
 */
export function useLiveWords(subject: string, isKept: (event: LiveEvent) => boolean): string {
  const { live } = useFrame();
  const [words, set] = useState("");
  useEffect(() => {
    set("");
    const ends = [
      live.onPassing((event) => {
        if (event.subject === subject) set((before) => (before + event.data.text).slice(-MAX_CHARACTERS));
      }),
      live.on((event) => isKept(event) && set("")),
    ];
    return () => ends.forEach((end) => end());
  }, [live, subject]);
  return words;
}
