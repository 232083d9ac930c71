import { useLayoutEffect, useRef } from "preact/hooks";
import { neutralisedLines } from "./hidden.ts";

/** Loaded when the first Markdown text is shown. */
let loading: Promise<typeof import("./markdown_fragment.ts")> | null = null;
const load = () => loading ??= import("./markdown_fragment.ts");

/**
 * Untrusted Markdown: shown as plain text until the formatter is loaded, and only ever as text, with the names of hidden
 * characters in their place.
 */
export function Markdown({ text: written }: { text: string }) {
  const text = neutralisedLines(written);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    let wanted = true;
    if (place.current) place.current.textContent = text;
    load().then(
      ({ markdownFragment }) => {
        if (wanted) place.current?.replaceChildren(markdownFragment(text));
      },
      () => loading = null,
    );
    return () => void (wanted = false);
  }, [text]);
  return <div class="markdown" dir="auto" ref={place} />;
}
