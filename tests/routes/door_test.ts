import assert from "node:assert/strict";
import { openDoor } from "../../routes/door.ts";

const TOKEN = "token-of-somebody-0123456789abcdef";
const get = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://127.0.0.1:4317${path}`, { headers: { host: "127.0.0.1:4317", ...headers } });

Deno.test("before the service is loaded, only GET /health itself is answered, with a proof where one is asked for", async () => {
  const site = { host: "127.0.0.1", port: () => 4317, allowedOrigins: [] };
  const door = openDoor(site, [TOKEN, null], () => ({ ok: true }));
  const challenge = { "agent-harness-challenge": "0123" };
  const [plain, asked, waiting] = [
    door.fetch(get("/health?x=1")),
    door.fetch(get("/health", challenge)),
    door.fetch(get("/providers/health", challenge)),
  ];
  assert.equal((await plain).headers.get("agent-harness-proof"), null);
  assert.match((await asked).headers.get("agent-harness-proof") ?? "", /^[0-9a-f]{64}$/);
  door.open({ fetch: (request) => new Response(new URL(request.url).pathname) }, { error: () => {} });
  const answer = await waiting;
  assert.equal(await answer.text(), "/providers/health");
  assert.equal(answer.headers.get("agent-harness-proof"), null);
});

Deno.test("the requests that have waited for a start are answered in turns, so that others come between", async () => {
  const site = { host: "127.0.0.1", port: () => 4317, allowedOrigins: [] };
  const door = openDoor(site, [null, null], () => ({}));
  const turns: number[] = [];
  let turn = 0;
  const count = () => void (turn++, timer = setImmediate(count));
  let timer = setImmediate(count);
  const waiting = Array.from({ length: 1000 }, (_, at) => door.fetch(get(`/runs/${at}`)));
  const answer = () => {
    turns.push(turn);
    return new Response();
  };
  door.open({ fetch: answer }, { error: () => {} });
  await Promise.all(waiting);
  clearImmediate(timer);
  assert.equal(turns.length, 1000);
  assert.ok(new Set(turns).size >= 10, `all were answered in ${new Set(turns).size} turns`);
});
