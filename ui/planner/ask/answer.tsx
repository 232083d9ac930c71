import { useSignal } from "@preact/signals";
import { counted } from "../../../client/words.ts";
import { Badge } from "../../kit/badge.tsx";
import { Panel } from "../../kit/panel.tsx";
import { ShownLines, ShownText } from "../../kit/text/shown_text.tsx";
import { Time } from "../../kit/text/time.tsx";
import { blockOf } from "../calendar/blocks.ts";
import { DetailDialog } from "../calendar/detail_dialog.tsx";
import { dollars } from "../../models/common/types.ts";
import type { PlannerAnswer } from "../common/types.ts";

type Citation = PlannerAnswer["citations"][number];

const METHODS: Readonly<Record<PlannerAnswer["method"], string>> = {
  computed: "computed from your records",
  extractive: "quoted from your records",
  model: "by a model, from your records",
};

/** An answer with its citations, each of which opens the quoted record. */
export function AnswerView({ answer }: { answer: PlannerAnswer }) {
  const opened = useSignal<Citation | null>(null);
  const { status, sentences, citations, refusal, method, coverage, dropped, model } = answer;
  const cited = (n: number) => citations.find((each) => each.n === n)!;
  return (
    <Panel
      title="Answer"
      actions={
        <span class="row">
          {status === "partial" && <Badge tone="warning">partial</Badge>}
          {status !== "refused" && <Badge>{METHODS[method]}</Badge>}
        </span>
      }
    >
      {refusal && <ShownLines as="p" class="answer-refusal" text={refusal.detail} />}
      {sentences.map(({ text, citations: numbers }) => (
        <p key={text} class="answer-sentence">
          <ShownText text={text} />
          {numbers.map((n) => (
            <button
              key={n}
              type="button"
              class="citation"
              aria-label={`Source ${n}: ${cited(n).title}`}
              title={cited(n).quote}
              onClick={() => opened.value = cited(n)}
            >
              {n}
            </button>
          ))}
        </p>
      ))}
      {dropped > 0 && (
        <p class="hint small">
          {counted(dropped, "sentence")} could not be verified and {dropped === 1 ? "is" : "are"} left out.
        </p>
      )}
      {citations.length > 0 && (
        <ol class="citations small" aria-label="Sources">
          {citations.map((citation) => (
            <li key={citation.n}>
              <button type="button" class="task-title" onClick={() => opened.value = citation}>
                <ShownText text={citation.title} />
              </button>{" "}
              <Badge>{citation.source}</Badge> <ShownText as="q" text={citation.quote} />
            </li>
          ))}
        </ol>
      )}
      {model && <AskedModel model={model} />}
      <Coverage coverage={coverage} />
      {opened.value && (
        <DetailDialog
          block={blockOf({
            id: opened.value.taskId ?? opened.value.occurrence ?? opened.value.artifactId!,
            itemType: opened.value.taskId === null ? "event" : "task",
            ...opened.value,
          })}
          onClose={() => opened.value = null}
        />
      )}
    </Panel>
  );
}

function AskedModel({ model }: { model: NonNullable<PlannerAnswer["model"]> }) {
  const { name, inputTokens, outputTokens, costUsd, detail } = model;
  return (
    <p class="hint small">
      {name !== null && (
        <>
          Asked {name}: {inputTokens === null || outputTokens === null
            ? "tokens unknown"
            : `${inputTokens + outputTokens} tokens`},{" "}
          {costUsd === null ? "cost unknown" : dollars(costUsd)}.{" "}
        </>
      )}
      {detail !== null && (
        <>
          <ShownLines text={detail} /> The answer is quoted instead.
        </>
      )}
    </p>
  );
}

function Coverage({ coverage }: Pick<PlannerAnswer, "coverage">) {
  if (coverage.length === 0) return null;
  return (
    <p class="hint small">
      Searched: {coverage.map(({ source, lastSuccessAt, stale }, i) => (
        <span key={source}>
          {i > 0 && "; "}
          {source}
          {stale && " (stale)"}
          {source !== "local" && (lastSuccessAt === null ? ", never read" : (
            <>
              , as of <Time at={lastSuccessAt} />
            </>
          ))}
        </span>
      ))}
    </p>
  );
}
