import { useLayoutEffect, useRef } from "preact/hooks";
import { ShownLines } from "./shown_text.tsx";

/** The text that is being written now, scrolled to its end; renders nothing if there is none. */
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
