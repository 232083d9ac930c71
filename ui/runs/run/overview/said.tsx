import { Markdown } from "../../../kit/text/markdown.tsx";
import { neutralisedLines } from "../../../kit/text/hidden.ts";
import type { Workspace } from "../../types.ts";

/** What the task that was worked on last says that it did, which nobody checked. Renders nothing before that. */
export function Said({ workspace: { taskSessions } }: { workspace: Workspace }) {
  const last = taskSessions.filter(({ result }) => result?.summary)
    .toSorted((a, b) => (a.dispatch.finishedAt ?? "").localeCompare(b.dispatch.finishedAt ?? "")).at(-1);
  if (!last) return null;
  return (
    <section class="panel" aria-labelledby="said-last">
      <div class="panel-head">
        <h2 id="said-last">Said last</h2>
        {taskSessions.length > 1 && <span class="hint small one-line">{last.title}</span>}
      </div>
      <div class="panel-body said-last" tabIndex={0} role="region" aria-label="Summary of the worker">
        <Markdown text={neutralisedLines(last.result!.summary)} />
      </div>
    </section>
  );
}
