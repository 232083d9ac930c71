import type { ComponentChildren } from "preact";

/** What a colour means; the word beside it always says it too. */
export type Tone = "neutral" | "info" | "good" | "warning" | "bad";

/** A short word on a tinted ground. `active` is for what is going on at this moment. */
export function Badge({ tone = "neutral", active, dot, title, children }: {
  tone?: Tone;
  active?: boolean;
  dot?: boolean;
  title?: string;
  children: ComponentChildren;
}) {
  return (
    <span
      class={`badge ${tone === "neutral" ? "" : `tone-${tone}`} ${active ? "badge-active" : ""}`}
      {...(title !== undefined && { title })}
    >
      {(dot || active) && <span class="badge-dot" aria-hidden="true" />}
      {children}
    </span>
  );
}

/** The tone of each status that a resource of the API can have; one that this version does not know is neutral. */
const TONES: Readonly<Record<string, Tone>> = {
  running: "info",
  in_progress: "info",
  applying: "info",
  stopping: "warning",
  waiting: "warning",
  pending: "warning",
  paused: "warning",
  blocked: "warning",
  escalated: "warning",
  stale: "bad",
  failed: "bad",
  rejected: "bad",
  expired: "bad",
  completed: "good",
  done: "good",
  passed: "good",
  approved: "good",
  applied: "good",
};

/** The status of a run, a task session, an approval or anything else that has one, as a badge. */
export function Status({ status, title }: { status: string; title?: string }) {
  return (
    <Badge
      tone={TONES[status] ?? "neutral"}
      dot
      active={status === "running" || status === "applying"}
      {...(title !== undefined && { title })}
    >
      {status.replaceAll("_", " ")}
    </Badge>
  );
}
