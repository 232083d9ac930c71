import { ShownText } from "./shown_text.tsx";

/** A unified diff with coloured lines, with hidden characters visible. */
export function DiffText({ text, label }: { text: string; label: string }) {
  return (
    <pre class="code code-wrap diff-text" tabIndex={0} role="region" aria-label={label}>
      {text.replace(/\n$/, "").split("\n").map((line, i) => (
        <span key={i} class={classOf(line)}>
          <ShownText text={line} />
          {"\n"}
        </span>
      ))}
    </pre>
  );
}

function classOf(line: string): string {
  if (/^(?:---|\+\+\+|diff |index |Index: )/.test(line)) return "diff-text-head";
  if (line.startsWith("@@")) return "diff-text-at";
  if (line.startsWith("+")) return "diff-text-added";
  if (line.startsWith("-")) return "diff-text-removed";
  return "";
}
