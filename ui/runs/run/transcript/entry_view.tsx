import type { ComponentChildren } from "preact";
import { Clock } from "../../../kit/text/time.tsx";
import { DiffText } from "../../../kit/text/diff_text.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { Link } from "../../../kit/link.tsx";
import { Markdown } from "../../../kit/text/markdown.tsx";
import { ShownLines, ShownText } from "../../../kit/text/shown_text.tsx";
import { type CostedEntry, spent } from "./rows.ts";
import type { TranscriptEntry, TranscriptStore } from "./store.ts";

/** An entry of a transcript, with its usage in the margin. */
export function EntryView({ row: { entry, usage }, store }: { row: CostedEntry; store: TranscriptStore }) {
  return (
    <div class={`said said-${entry.kind}`}>
      <div class="said-body">
        <Body entry={entry} store={store} />
      </div>
      <div class="said-margin hint small">
        {usage && (
          <span
            class="numbers"
            title={`${usage.provider} · ${usage.model}: tokens in → out, and cost`}
          >
            {spent(usage)}
          </span>
        )}
        <Clock at={entry.at} />
      </div>
    </div>
  );
}

function Body({ entry, store }: { entry: TranscriptEntry; store: TranscriptStore }) {
  const { kind, text } = entry;
  switch (kind) {
    case "words":
      return <Markdown text={text} />;
    case "thought":
      return (
        <Opens entry={entry} store={store} line={<span class="hint">Thought</span>}>
          <Markdown text={text} />
        </Opens>
      );
    case "told":
      return <ShownLines as="p" class="request-text" text={text} />;
    case "tool":
      return <Tool entry={entry} store={store} />;
    case "plan":
      return <Plan steps={entry.steps ?? []} />;
    case "question":
    case "answer":
      return (
        <p>
          <strong>{kind === "question" ? "Asked" : "Answered"}</strong> <ShownText text={text} />
          {entry.approvalId && kind === "question" && (
            <>
              {" "}
              <Link to={entry.approvalId}>Open</Link>
            </>
          )}
        </p>
      );
    default:
      return <ShownText as="p" class="hint" text={text} />;
  }
}

const MARKS = { running: "…", completed: "✓", failed: "✗", interrupted: "–" };
const WORDS = { running: "in progress", completed: "done", failed: "failed", interrupted: "interrupted" };

function Tool({ entry, store }: { entry: TranscriptEntry; store: TranscriptStore }) {
  const { name, status, exitCode, output, diff } = entry.tool!;
  const line = (
    <>
      <span
        class={`said-mark said-mark-${status}`}
        title={WORDS[status]}
        role="img"
        aria-label={WORDS[status]}
      >
        {MARKS[status]}
      </span>
      <span class="mono said-tool">{name.replaceAll("_", " ")}</span>
      <ShownText as="span" class="wrap-anywhere" text={entry.text} />
      {exitCode !== undefined && exitCode !== 0 && <span class="hint small">exit code {exitCode}</span>}
      {diff && <Counts diff={diff} />}
    </>
  );
  if (!diff && !output) return <div class="said-line">{line}</div>;
  return (
    <Opens entry={entry} store={store} line={line}>
      {diff && <DiffText text={diff} label={`Diff of ${entry.text}`} />}
      {output && (
        <pre class="code code-wrap" tabIndex={0} role="region" aria-label={`Output of ${entry.text}`}>
          <ShownLines text={output} />
        </pre>
      )}
    </Opens>
  );
}

function Counts({ diff }: { diff: string }) {
  const lines = diff.split("\n");
  const count = (sign: string) =>
    lines.filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length;
  return <span class="hint small numbers">+{count("+")} −{count("-")}</span>;
}

/** An entry that can be expanded to its result. */
function Opens({ entry: { n, tool }, store, line, children }: {
  entry: TranscriptEntry;
  store: TranscriptStore;
  line: ComponentChildren;
  children: ComponentChildren;
}) {
  const isOpen = store.opened.has(n) || tool?.status === "running";
  return (
    <>
      <button type="button" class="said-line" aria-expanded={isOpen} onClick={() => store.opened.toggle(n)}>
        {line}
        <Icon name="chevron" />
      </button>
      {isOpen && <div class="said-opened">{children}</div>}
    </>
  );
}

/** A plan or a todo list, as a list. */
function Plan({ steps }: { steps: readonly { content: string; status: string }[] }) {
  return (
    <ul class="said-plan" aria-label="Plan of the agent">
      {steps.map(({ content, status }, i) => (
        <li
          key={i}
          class={`said-step said-step-${
            status === "completed" ? "done" : status === "in_progress" ? "now" : "open"
          }`}
        >
          <ShownText text={content} />
          {status !== "completed" && status !== "pending" && (
            <span class="hint small">{` ${status.replaceAll("_", " ")}`}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
