import { Badge } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Difference } from "../difference.tsx";
import type { Draft } from "../types.ts";
import { ShownLines } from "../../kit/text/shown_text.tsx";

const TONES = { imported: "good", changed: "info", refused: "warning" } as const;

/** The report of a draft: who made it, what was not understood, and the result for each line of a file. */
export function DraftReport({ draft, text }: { draft: Draft; text: string }) {
  const { source, losses, questions, explanation, unmatched, trigger, model } = draft;
  const lines = text.split("\n");
  return (
    <section class="stack" aria-live="polite" aria-label="Draft">
      {model && <AskedModel model={model} />}
      {!source && <Banner tone="bad">No workflow can be made of this. The lines below say why.</Banner>}
      {explanation.map((sentence) => <p key={sentence} class="small">{sentence}</p>)}
      {questions.map((question) => <Banner key={question} tone="warning">{question}</Banner>)}
      {trigger && <p class="small">When it runs: {trigger.content}. Make an automation for that.</p>}
      {unmatched.length > 0 && (
        <ul class="loss-list" aria-label="Not understood">
          {unmatched.map(({ id, text, why }) => (
            <li key={id}>
              <span class="row small">
                <Badge tone="warning">not understood</Badge>
                <ShownLines as="span" class="wrap-anywhere" text={text} />
              </span>
              <span class="small wrap-anywhere">{why}</span>
            </li>
          ))}
        </ul>
      )}
      {draft.difference && <Difference label="Difference from your draft" changes={draft.difference} />}
      {losses && (
        <ul class="loss-list" aria-label="Result for each line">
          {losses.map(({ id, line, status, why }) => (
            <li key={id}>
              <span class="row small">
                <Badge tone={TONES[status]}>{status}</Badge>
                <span>line {line}</span>
                <code class="wrap-anywhere">{lines[line - 1]?.trim()}</code>
              </span>
              <span class="small wrap-anywhere">{why}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function AskedModel({ model }: { model: NonNullable<Draft["model"]> }) {
  const { provider, calls, inputTokens, outputTokens, costUsd, problems } = model;
  const name = `${provider}/${model.model}`;
  const taken = [
    calls === 1 ? "1 call" : `${calls} calls`,
    inputTokens === null || outputTokens === null
      ? "tokens not known"
      : `${inputTokens} tokens in, ${outputTokens} out`,
    costUsd === null ? "cost not known" : `$${Number(costUsd.toPrecision(2))}`,
  ].join(" · ");
  if (problems.length === 0) return <p class="small">Written by {name}: {taken}.</p>;
  return (
    <>
      <Banner tone="warning">No draft came from {name}. This one is made by fixed rules.</Banner>
      <ul class="loss-list small" aria-label="Problems of the model">
        {problems.map((problem) => <li key={problem} class="wrap-anywhere">{problem}</li>)}
      </ul>
      <p class="small">{taken}</p>
    </>
  );
}
