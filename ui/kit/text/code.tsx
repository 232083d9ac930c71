import { useRef, useState } from "preact/hooks";
import { Icon } from "../icon.tsx";
import { ShownLines } from "./shown_text.tsx";

/** Monospaced text with hidden characters visible, which can be scrolled by keyboard. */
export function Code({ text, label, wrap }: { text: string; label: string; wrap?: boolean }) {
  return (
    <pre
      class={wrap ? "code code-wrap" : "code"}
      tabIndex={0}
      role="region"
      aria-label={label}
    ><code><ShownLines text={text} /></code></pre>
  );
}

/** A value with a copy button: an id, a hash, a path. */
export function Copy({ text, shown = text, what }: { text: string; shown?: string; what: string }) {
  const [copied, setCopied] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      if (!copyByHand(text, place.current!)) return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <span class="copy" ref={place}>
      <code class="one-line" title={text}>{shown}</code>
      <button
        type="button"
        class="button button-quiet button-icon button-small"
        aria-label={copied ? "Copied" : `Copy ${what}`}
        title={copied ? "Copied" : `Copy ${what}`}
        onClick={copy}
      >
        <Icon name={copied ? "check" : "copy"} />
      </button>
    </span>
  );
}

/** Copies as a person does, where a browser has no clipboard for the page: one from another machine without HTTPS. */
function copyByHand(text: string, place: HTMLElement): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.className = "visually-hidden";
  field.value = text;
  place.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}

/** A sentence of the service whose commands, between backticks, are shown as code. */
export const CommandWords = ({ text }: { text: string }) => (
  <>{text.split("`").map((part, i) => i % 2 === 1 ? <code key={i}>{part}</code> : part)}</>
);
