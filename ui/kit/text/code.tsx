import { useState } from "preact/hooks";
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
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 1500);
    } catch {
      // Without the permission, the text can still be selected.
    }
  };
  return (
    <span class="copy">
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

/** A sentence of the service whose commands, between backticks, are shown as code. */
export const CommandWords = ({ text }: { text: string }) => (
  <>{text.split("`").map((part, i) => i % 2 === 1 ? <code key={i}>{part}</code> : part)}</>
);
