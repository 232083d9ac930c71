import { counted } from "../../../../client/words.ts";
import type { Workspace } from "../../types.ts";
import { AtWork } from "./stepper.tsx";

/** The time of the run without waiting, and the calls of models by its tasks, with their tokens and price where known. */
export function Cost({ workspace: { run, progress, taskSessions } }: { workspace: Workspace }) {
  if (!run.startedAt) return null;
  const calls = taskSessions.flatMap(({ modelCalls }) => modelCalls);
  const sum = (key: "inputTokens" | "outputTokens" | "costUsd") =>
    calls.reduce((total, call) => total + (call[key] ?? 0), 0);
  const price = sum("costUsd");
  return (
    <section class="panel" aria-labelledby="cost">
      <div class="panel-head">
        <h2 id="cost">Cost</h2>
        <span class="hint small numbers">
          <AtWork progress={progress} />
          {calls.length > 0 &&
            ` · ${counted(calls.length, "call")} of models, ${sum("inputTokens").toLocaleString("en")} → ${
              sum("outputTokens").toLocaleString("en")
            } tokens`}
          {price > 0 && ` · $${Number(price.toPrecision(2))}`}
        </span>
      </div>
    </section>
  );
}
