import { Badge, type Tone } from "../../../kit/badge.tsx";
import { LiveWords } from "../../../kit/live_words.tsx";
import { Clock } from "../../../kit/time.tsx";
import { VirtualList } from "../../../kit/virtual_list.tsx";
import { useLiveWords } from "../../../shell/mod.ts";
import type { TaskDetails } from "../../types.ts";

const TONES: Record<string, Tone> = { started: "info", completed: "good", failed: "bad" };

/** What the worker does, as it does it: the newest at the end, which is kept in view. */
export function ToolOutput({ task }: { task: TaskDetails }) {
  const uses = task.toolUses;
  const words = useLiveWords(
    `task_session/${task.id}`,
    ({ tasksessionid, type }) => tasksessionid === task.id && /^(?:tool|task_session)\./.test(type),
  );
  return (
    <section class="panel" aria-labelledby="output">
      <div class="panel-head">
        <h2 id="output">Output</h2>
        <span class="count">{uses.length}</span>
        {task.status === "running" && <Badge tone="info" active>live</Badge>}
      </div>
      {uses.length === 0 ? <p class="panel-body hint">It has not used a tool yet.</p> : (
        <VirtualList
          count={uses.length}
          keyOf={(i) => uses[i]!.id}
          estimate={34}
          label="Output of the task"
          height={`${Math.min(440, Math.max(80, uses.length * 40 + outputHeight(uses)))}px`}
          follow={task.status === "running"}
        >
          {(i) => {
            const use = uses[i]!;
            return (
              <div class="tool">
                <div class="tool-line">
                  <span class="hint small mono">
                    <Clock at={use.at} />
                  </span>
                  <Badge tone={TONES[use.status] ?? "neutral"}>{use.tool}</Badge>
                  <span class="wrap-anywhere">{use.summary}</span>
                  {use.exitCode !== undefined && <span class="hint small">exit code {use.exitCode}</span>}
                </div>
                {use.output && <pre class="code code-wrap">{use.output}</pre>}
              </div>
            );
          }}
        </VirtualList>
      )}
      {task.status === "running" && <LiveWords words={words} label="Being written now" />}
    </section>
  );
}

const LINE = 19;

const outputHeight = (uses: TaskDetails["toolUses"]): number =>
  uses.reduce((sum, { output }) => sum + (output ? output.split("\n").length * LINE + 26 : 0), 0);
