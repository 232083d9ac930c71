import { useLayoutEffect, useRef } from "preact/hooks";

/** Loaded with the first text that is Markdown; a page without one never asks for it. */
let loading: Promise<typeof import("./markdown_fragment.ts")> | null = null;
const load = () => loading ??= import("./markdown_fragment.ts");

/** A text in Markdown, from whomever it is: shown as it is until it can be shown formatted, and never as more than text. */
export function Markdown({ text }: { text: string }) {
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
