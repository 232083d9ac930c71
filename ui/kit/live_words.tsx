import { useLayoutEffect, useRef } from "preact/hooks";
import { ShownLines } from "./shown_text.tsx";

/** What is being written right now, kept at its end; nothing where nothing is. */
export function LiveWords({ words, label }: { words: string; label: string }) {
  const box = useRef<HTMLPreElement>(null);
  useLayoutEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [words]);
  if (words.trim() === "") return null;
  return (
    <pre
      class="code code-wrap live-words"
      ref={box}
      role="log"
      aria-label={label}
      aria-live="off"
      tabIndex={0}
    >
      <ShownLines text={words} />
    </pre>
  );
}
