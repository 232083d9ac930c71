import { useEffect, useState } from "preact/hooks";
import { useFrame } from "./frame.ts";
import type { LiveEvent } from "./live.ts";

/** No more than this is shown of what is still being written. */
const MAX_CHARACTERS = 8000;

/**
 * The end of what is written on a stream right now, such as `task_session/task_1`: a command's output, a model's words. It
 * is gone as soon as an event says what came of it, for which `isKept` is asked.
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
