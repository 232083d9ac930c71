import assert from "node:assert/strict";
import { inOrder, ModelServer } from "./model_server.ts";
import { breaksOff, fails, hangs, rateLimits, refuses, says, talksNonsense, uses } from "./reply.ts";

const ASKED = { model: "m", messages: [{ role: "user", content: "hi" }] };

function post(server: ModelServer, path: string, body: unknown, init: RequestInit = {}): Promise<Response> {
  const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01" };
  return fetch(`${server.baseUrl}${path}`, { method: "POST", headers, body: JSON.stringify(body), ...init });
}

/** The `data` of each frame of a stream, parsed. */
async function frames(response: Response) {
  const text = await response.text();
  return text.split("\n\n").filter((frame) => frame !== "").map((frame) => {
    const data = /^data: (.*)$/m.exec(frame)![1]!;
    return data === "[DONE]" ? data : JSON.parse(data);
  });
}

Deno.test("model server, chat completions: a streamed tool call comes in pieces, then usage, then [DONE]", async () => {
  await using server = ModelServer.start(inOrder(uses({ name: "read", input: { path: "a.txt" } }, "Look.")));
  const response = await post(server, "/chat/completions", {
    ...ASKED,
    stream: true,
    stream_options: { include_usage: true },
  });
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const all = await frames(response);
  const calls = all.flatMap((frame) => frame.choices?.[0]?.delta?.tool_calls ?? []);
  assert.deepEqual(calls[0], {
    index: 0,
    id: "call_1_0",
    type: "function",
    function: { name: "read", arguments: "" },
  });
  assert.equal(calls.map((call) => call.function.arguments).join(""), '{"path":"a.txt"}');
  assert.deepEqual(all.at(-3).choices[0].finish_reason, "tool_calls");
  assert.equal(all.at(-2).usage.total_tokens, 120);
  assert.equal(all.at(-1), "[DONE]");
});

Deno.test("model server, messages: a stream has the events of the protocol in their order", async () => {
  await using server = ModelServer.start(inOrder(uses({ name: "read", input: { path: "a.txt" } }, "Look.")));
  const all = await frames(await post(server, "/messages", { ...ASKED, max_tokens: 10, stream: true }));
  assert.deepEqual(all.map(({ type }) => type).filter((type, i, types) => type !== types[i - 1]), [
    "message_start",
    "content_block_start",
    "ping",
    "content_block_delta",
    "content_block_stop",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
  assert.equal(all.at(-2).delta.stop_reason, "tool_use");
});

Deno.test("model server: answers without streaming have the shape of their protocol", async () => {
  await using server = ModelServer.start(inOrder(says("Yes."), says("Yes."), refuses("No."), refuses("No.")));
  const openai = await (await post(server, "/chat/completions", ASKED)).json();
  assert.equal(openai.choices[0].message.content, "Yes.");
  const anthropic = await (await post(server, "/messages", { ...ASKED, max_tokens: 10 })).json();
  assert.deepEqual(anthropic.content, [{ type: "text", text: "Yes." }]);
  assert.deepEqual(anthropic.usage, { input_tokens: 100, output_tokens: 20 });
  assert.equal(
    (await (await post(server, "/chat/completions", ASKED)).json()).choices[0].message.refusal,
    "No.",
  );
  const refused = await (await post(server, "/messages", { ...ASKED, max_tokens: 10 })).json();
  assert.equal(refused.stop_reason, "refusal");
});

Deno.test("model server: faults are faults: statuses, headers, broken streams, no JSON, no answer", async () => {
  await using server = ModelServer.start(
    inOrder(
      rateLimits("7"),
      fails(529),
      breaksOff("Half a sen", false),
      talksNonsense(),
      hangs("first_token"),
    ),
  );
  const limited = await post(server, "/chat/completions", ASKED);
  assert.equal(limited.status, 429);
  assert.equal(limited.headers.get("retry-after"), "7");
  assert.equal((await limited.json()).error.code, "rate_limit_exceeded");
  const overloaded = await (await post(server, "/messages", { ...ASKED, max_tokens: 10 })).json();
  assert.equal(overloaded.error.type, "overloaded_error");
  const cut = await (await post(server, "/chat/completions", { ...ASKED, stream: true })).text();
  assert.ok(!cut.includes("[DONE]"));
  await assert.rejects((await post(server, "/chat/completions", ASKED)).json());
  const leave = new AbortController();
  const hanging = await post(server, "/chat/completions", { ...ASKED, stream: true }, {
    signal: leave.signal,
  });
  const reader = hanging.body!.getReader();
  assert.ok((await reader.read()).value);
  leave.abort();
  await assert.rejects((async () => {
    while (!(await reader.read()).done);
  })());
  await server.clientLeaves();
});

Deno.test("model server: what the real services refuse is refused", async () => {
  await using server = ModelServer.start(() => says("never"));
  const dangling = {
    model: "m",
    messages: [
      { role: "user", content: "hi" },
      { role: "assistant", tool_calls: [{ id: "c1", function: { name: "read", arguments: "{}" } }] },
      { role: "user", content: "and?" },
    ],
  };
  const openai = await post(server, "/chat/completions", dangling);
  assert.equal(openai.status, 400);
  assert.match((await openai.json()).error.message, /did not have response messages: c1/);
  const anthropic = await post(server, "/messages", ASKED);
  assert.equal(anthropic.status, 400);
  assert.match((await anthropic.json()).error.message, /max_tokens/);
});
