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
  const config = { max_output_tokens: 60, candidate_count: 3 };
  assert.deepEqual(of({ generation_config: config }, "g-1"), [3, 60]);
  assert.deepEqual(of({ max_tokens: "many", n: 1.5, generationConfig: null }), [1, null]);
});

Deno.test("a question is refused in which a server could read another model or limit than what was checked", () => {
  const read = (text: string) => {
    const question = proxiedQuestionOf(new TextEncoder().encode(text));
    return question.ok ? question.model : question.sentence;
  };
  const messages = String.raw`"messages": [{"a": "\\", "a": "\"model\":"}], "metadata": {"a": 1, "a": 2}`;
  assert.equal(read(`{"model": "cheap", ${messages}}`), "cheap", "control: what is inside is for the server");
  assert.match(read(`{"model": "dear", ${messages}, "model": "cheap"}`), /"model" twice/);
  assert.match(read(String.raw`{"model": "cheap", "m\u006fdel": "dear"}`), /"model" twice/);
  assert.match(read('{"model": "cheap", "MODEL": "dear"}'), /"MODEL" twice/);
  assert.match(read('{"max_tokens": 9, "model": "cheap", "max_tokens": 1}'), /"max_tokens" twice/);
  const config = '{"maxOutputTokens": 9, "stopSequences": [], "max_output_tokens": 1}';
  assert.match(read(`{"model": "cheap", "generationConfig": ${config}}`), /"max_output_tokens" twice/);
  assert.match(
    read('{"model": "cheap", "generationConfig": {}, "generation_config": {}}'),
    /"generation_config" twice/,
  );
});
