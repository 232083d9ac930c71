import assert from "node:assert/strict";
import { proxiedQuestionOf } from "../../../services/sessions/models/proxy/question.ts";

const of = (body: object, model?: string) => {
  const question = proxiedQuestionOf(
    new TextEncoder().encode(JSON.stringify({ model: "m", ...body })),
    model,
  );
  return question.ok ? [question.answers, question.maxOutputTokens] : null;
};

Deno.test("what an answer may cost at most is reserved by the largest limit, for each answer that is asked for", () => {
  assert.deepEqual(of({}), [1, null]);
  assert.deepEqual(of({ max_tokens: 1, max_completion_tokens: 4000 }), [1, 4000]);
  assert.deepEqual(of({ max_tokens: 100, n: 8 }), [8, 100]);
  assert.deepEqual(of({ n: 8 }), [8, null]);
  assert.deepEqual(of({ max_output_tokens: 50, n: -3 }), [1, 50]);
  assert.deepEqual(of({ generationConfig: { maxOutputTokens: 70, candidateCount: 2 } }, "g-1"), [2, 70]);
  assert.deepEqual(of({ max_tokens: "many", n: 1.5, generationConfig: null }), [1, null]);
});
