import type { ComponentChildren } from "preact";

/** The meaning of a colour. The word beside it always says the same. */
export type Tone = "neutral" | "info" | "good" | "warning" | "bad";

/** A short word on a coloured background. `active` is for something that is happening now. */
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

/** The tone of each status in the API; an unknown status is neutral. */
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
  expired: "bad",
  completed: "good",
  done: "good",
  passed: "good",
  approved: "good",
  applied: "good",
};

/** A badge with the status of a run, a task session, an approval, or another resource; `quiet` if nobody has to act on it. */
export function Status({ status, title, quiet }: { status: string; title?: string; quiet?: boolean }) {
  return (
    <Badge
      tone={quiet ? "neutral" : TONES[status] ?? "neutral"}
      dot
      active={status === "running" || status === "applying"}
      {...(title !== undefined && { title })}
    >
      {status.replaceAll("_", " ")}
    </Badge>
  );
}
