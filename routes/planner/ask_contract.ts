import {
  plannerAskInputSchema,
  plannerAskResponseSchema,
} from "../../services/planning/planner/ask/records/schemas.ts";
import { contract } from "../endpoint.ts";
import { sse } from "../outputs.ts";

/** Questions that are answered from records. */
export const plannerAsk = contract({
  "POST /planner/ask": {
    summary: "Answer a question from records, with a quote for each sentence",
    body: plannerAskInputSchema,
    output: plannerAskResponseSchema,
    creates: { about: null },
    cli: "planner ask",
    argument: "question",
  },
  "POST /planner/ask/stream": {
    summary: "Stream the answer to a question, sentence by sentence",
    body: plannerAskInputSchema,
    output: sse(),
    cli: "planner ask-stream",
    argument: "question",
  },
});
