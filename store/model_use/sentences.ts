import type { SentencesFor } from "../domain.ts";
import { counted, firstLine, money } from "../words.ts";
import type { modelEvents } from "./events.ts";
import type { routeEvents } from "./route_events.ts";

const tokens = (count: number | null): string => count === null ? "unknown" : String(count);

/** What happens between the service and models, for every stream that has these events. */
export const modelSentences: SentencesFor<typeof modelEvents> = {
  "model.called": ({ data }) =>
    `${data.provider}/${data.model} was asked (${data.purpose}${
      data.attempt > 1 ? `, attempt ${data.attempt}` : ""
    }).`,
  "model.completed": ({ data }) =>
    `${data.provider}/${data.model} answered: ${tokens(data.inputTokens)} tokens in, ${
      tokens(data.outputTokens)
    } out, ${data.costUsd === null ? "cost unknown" : money(data.costUsd)}.`,
  "model.failed": ({ data }) => `${data.provider}/${data.model} failed (${data.fault}): ${data.detail}`,
  "model.rerouted": ({ data: { from, to, detail } }) =>
    `${from.provider}/${from.model} was replaced by ${to.provider}/${to.model}: ${detail}`,
  "model.context_condensed": ({ data }) =>
    `Removed ${
      counted(data.outputs, "older output")
    } from the model's context (${data.tokensBefore} tokens before, ${data.tokensAfter} after).`,
  "model.context_given": ({ data }) =>
    `${data.provider}/${data.model} was given ${counted(data.memoryRecordIds.length, "memory record")}, ${
      counted(data.guidanceIds.length, "piece")
    } of guidance and ${counted(data.documents.length, "document")}.`,
};

/** Who does the work of a run. */
export const routeSentences: SentencesFor<typeof routeEvents> = {
  "model.routed": ({ data }) => `The work was given to ${firstLine(data.rationale)}`,
};
