import assert from "node:assert/strict";
import { join } from "node:path";
import { connectTo } from "../../commands/service/connection.ts";
import { startService } from "../../main.ts";
import { readConfig } from "../../services/ground/kernel/config.ts";
import { silentLog } from "../../services/ground/kernel/log.ts";
import { temporaryDirectory } from "../temporary.ts";
import { runCli } from "./fixture.ts";

const TOKEN = "token-of-somebody-0123456789abcdef";

/** A server of somebody else that notes the tokens and bodies it gets. */
function stranger(answer: (request: Request) => Response | Promise<Response> = () => Response.json([])) {
  const heard: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    heard.push(request.headers.get("authorization") ?? "none", await request.clone().text());
    return await answer(request);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    heard,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** A service with these variables on a storage directory of its own. */
async function serving(settings: Record<string, string> = { AGENT_HARNESS_TOKEN: TOKEN }) {
  const directory = temporaryDirectory();
  const all: Record<string, string> = {
    AGENT_HARNESS_STORAGE_DIR: directory,
    AGENT_HARNESS_PORT: "0",
    AGENT_HARNESS_WORKERS: "0",
    ...settings,
  };
  const running = await startService(readConfig((name) => all[name], null), { log: silentLog });
  return {
    url: running.url,
    [Symbol.asyncDispose]: async () => {
      await running.stop();
      await Deno.remove(directory, { recursive: true });
    },
  };
}

const runs = (url: string, token: string) =>
  runCli(["runs", "list"], { environment: { AGENT_HARNESS_URL: url, AGENT_HARNESS_TOKEN: token } });

Deno.test("a token is sent only to a program that proves it knows it; control: a short token, which cannot be proved, is", async () => {
  await using server = stranger();
  const directory = temporaryDirectory();
  const file = join(directory, "token");
  await Deno.writeTextFile(file, TOKEN);
  const environment = { AGENT_HARNESS_URL: server.url, AGENT_HARNESS_TOKEN: TOKEN };
  const refused = await Promise.all([
    runs(server.url, TOKEN),
    runCli(["runs", "list", "--token-file", file], { environment: { AGENT_HARNESS_URL: server.url } }),
    runCli(["secrets", "set", "--name", "key", "--kind", "token", "--value", file], { environment }),
    runCli(["open"], { environment: { ...environment, BROWSER: "true", XDG_RUNTIME_DIR: directory } }),
  ]);
  for (const { code, stderr } of refused) {
    assert.equal(code, 69, stderr);
    assert.match(stderr, /has not proved that it is your agent-harness, so nothing was sent.*--url/);
  }
  assert.deepEqual(new Set(server.heard), new Set(["none", ""]));
  assert.equal((await runs(server.url, "short")).code, 0);
  assert.ok(server.heard.includes("Bearer short"));
  await Deno.remove(directory, { recursive: true });
});

Deno.test("a program that never answers holds a request up no longer than the request itself may take", async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  await using server = stranger(({ signal }) => {
    resolve();
    return new Promise((answer) => signal.addEventListener("abort", () => answer(new Response())));
  });
  const stop = new AbortController();
  const call = connectTo(server.url, TOKEN).call("GET /runs", {}, { signal: stop.signal });
  await asked;
  stop.abort(new Error("time is up"));
  await assert.rejects(call, /time is up/);
});

Deno.test("the service proves its tokens to the command line, and another token is not sent to it", async () => {
  await using service = await serving();
  const [right, wrong] = await Promise.all([runs(service.url, TOKEN), runs(service.url, `${TOKEN}-other`)]);
  assert.equal(right.code, 0, right.stderr);
  assert.equal(wrong.code, 4);
  assert.match(wrong.stderr, /has another token, so yours was not sent. Set AGENT_HARNESS_TOKEN/);
  await using open = await serving({});
  assert.equal((await runs(open.url, TOKEN)).code, 0, "without a token, everyone here is the operator");
});

Deno.test("a program at another port cannot pass the challenge on to the service", async () => {
  await using service = await serving();
  const relay = (host: (request: Request) => string) =>
    stranger(async (request) => {
      const { pathname } = new URL(request.url);
      using connection = await Deno.connect({
        hostname: "127.0.0.1",
        port: Number(new URL(service.url).port),
      });
      const challenge = request.headers.get("agent-harness-challenge");
      await connection.write(new TextEncoder().encode(
        `GET ${pathname} HTTP/1.1\r\nhost: ${host(request)}\r\nconnection: close\r\n${
          challenge ? `agent-harness-challenge: ${challenge}\r\n` : ""
        }\r\n`,
      ));
      const text = await new Response(connection.readable, {}).text();
      const [head = "", body = ""] = text.split("\r\n\r\n");
      const proof = /^agent-harness-proof: (.*)$/m.exec(head)?.[1];
      const status = Number(head.split(" ")[1]);
      return new Response(body, {
        status,
        headers: {
          "content-type": "application/json",
          ...(proof && { "agent-harness-proof": proof.trim() }),
        },
      });
    });
  await using rewritten = relay(() => new URL(service.url).host);
  await using kept = relay((request) => request.headers.get("host")!);
  for (const [{ url, heard }, said] of [[rewritten, /another token/], [kept, /is not a name/]] as const) {
    const { code, stderr } = await runs(url, TOKEN);
    assert.equal(code, 4, stderr);
    assert.match(stderr, said);
    assert.ok(!heard.some((each) => each.includes(TOKEN)));
  }
});
