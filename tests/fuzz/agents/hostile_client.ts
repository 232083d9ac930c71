import assert from "node:assert/strict";
import { Random } from "../../recovery/load/random.ts";
import { spawnCli, startFixture } from "../../cli/fixture.ts";
import { AGENT } from "../../cli/mcp_client.ts";
import { inTime } from "../in_time.ts";
import { readUntil } from "./read_until.ts";
import { NASTY_NUMBERS, NASTY_TEXTS } from "../http/nasty.ts";

const LAST = "the last request";

/** Messages of a client that knows the protocol and keeps to none of its order. */
class HostileClient {
  #calls = 0;

  constructor(readonly random: Random, readonly tools: readonly string[], readonly ids: readonly string[]) {}

  #of<Item>(items: readonly Item[]): Item {
    return items[this.random.between(0, items.length - 1)]!;
  }

  #anything(): unknown {
    return this.#of<unknown>([
      null,
      true,
      "",
      {},
      [],
      [[]],
      this.#of(NASTY_NUMBERS),
      this.#of(NASTY_TEXTS),
      this.#of(this.ids),
    ]);
  }

  #arguments(): unknown {
    const names = [
      "id",
      "run",
      "request",
      "repository",
      "text",
      "seconds",
      "cursor",
      "actorType",
      "reviewedEvidence",
      "field",
      "characters",
      "__proto__",
    ];
    return this.#of<unknown>([
      Object.fromEntries(
        Array.from({ length: this.random.between(0, 5) }, () => [this.#of(names), this.#anything()]),
      ),
      {
        id: this.#of(this.ids),
        actorType: "human",
        reviewedEvidence: true,
        reviewedHashes: true,
        reviewedPolicyClass: true,
      },
      { run: this.#of(this.ids), seconds: this.#of([0, 1, -1, 1e9]) },
      this.#anything(),
    ]);
  }

  /** A line, or what is none. */
  next(): string {
    const id = this.#of<unknown>([++this.#calls, this.#calls, "x", null, -1, 1.5, {}, "y".repeat(2_000)]);
    const message = (method: unknown, params: unknown, more: object = {}) =>
      `${JSON.stringify({ jsonrpc: "2.0", id, method, params, ...more })}\n`;
    switch (this.random.between(0, 11)) {
      case 0:
        return message(
          "initialize",
          this.#of<unknown>([{
            protocolVersion: "2025-06-18",
            capabilities: {},
            clientInfo: { name: "h", version: "1" },
          }, this.#anything()]),
        );
      case 1:
        return message(
          this.#of([
            "tools/list",
            "ping",
            "resources/list",
            "prompts/get",
            "logging/setLevel",
            "completion/complete",
            "__proto__",
            "sampling/createMessage",
            "approvals/approve",
          ]),
          this.#anything(),
        );
      case 2:
        return `${
          JSON.stringify({
            jsonrpc: "2.0",
            method: this.#of([
              "notifications/cancelled",
              "notifications/initialized",
              "notifications/progress",
              "notifications/x",
            ]),
            params: { requestId: this.#of([1, this.#calls, "x", null]), progressToken: 1, progress: 1e9 },
          })
        }\n`;
      case 3:
        return `${JSON.stringify({ jsonrpc: "2.0", id, result: this.#anything() })}\n`;
      case 4:
        return `${
          JSON.stringify([{ jsonrpc: "2.0", id, method: "tools/list" }, {
            jsonrpc: "2.0",
            id,
            method: "tools/list",
          }])
        }\n`;
      case 5:
        return this.#of([
          "{\n",
          "words\n",
          "\0\n",
          '{"jsonrpc":"1.0","id":1,"method":"ping"}\n',
          `${"[".repeat(10_000)}\n`,
          `"${"x".repeat(1_000_000)}"\n`,
          '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}\n',
        ]);
      default:
        return message("tools/call", {
          name: this.random.next() < 0.95 ? this.#of(this.tools) : this.#anything(),
          arguments: this.#arguments(),
          _meta: this.#of<unknown>([undefined, { progressToken: 1 }, this.#anything()]),
        });
    }
  }
}

/**
 * Sends so many messages of a hostile client to `agent-harness mcp`, and requires that it still answers and ends with its client,
 * that the service stays up, and that no person's decision is taken.
 */
export async function attackAsClient(seed: number, messages: number): Promise<void> {
  await using fixture = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: AGENT });
  const repository = await fixture.repository();
  const { id: runId, approvalId } = await fixture.waitingRun('create a.md with "x"', repository);
  const environment = { AGENT_HARNESS_URL: fixture.url, AGENT_HARNESS_AGENT_TOKEN: AGENT };
  const child = spawnCli(["mcp", "--no-start", "--toolset", "all"], { environment, directory: repository });
  const operations = await fixture.connection.call("GET /openapi.json") as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  const others = Object.values(operations.paths).flatMap((path) =>
    Object.values(path).flatMap(({ operationId }) => operationId ?? [])
  );
  const tools = [
    "request",
    "wait",
    "guide",
    "report",
    "patch",
    "say",
    "status",
    "list",
    "queue",
    "workflows",
    "runs_get",
    "approvals_approve",
    "approvals_reject",
    ...others,
  ];
  const client = new HostileClient(new Random(seed), tools, [runId, approvalId, "#1", "unknown"]);
  const seen = readUntil(child.stdout, LAST);
  const complaints = new Response(child.stderr).text();
  const writer = child.stdin.getWriter();
  const send = (text: string) => writer.write(new TextEncoder().encode(text));
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "h", version: "1" } };
  await send(`${JSON.stringify({ jsonrpc: "2.0", id: "hello", method: "initialize", params: hello })}\n`);
  for (let n = 0; n < messages; n++) await send(client.next());
  await send(`${JSON.stringify({ jsonrpc: "2.0", id: LAST, method: "tools/list", params: {} })}\n`);
  assert.ok(await inTime(seen), `seed ${seed}: it answers nothing any more`);
  await writer.close();
  const { code } = await inTime(child.status);
  assert.equal(code, 0, `seed ${seed}: ${(await complaints).slice(-1_000)}`);
  assert.doesNotMatch(await complaints, /TypeError|\bat \S+ \(/, `seed ${seed}`);
  const { approval } = await fixture.connection.call("GET /approvals/:id", { params: { id: approvalId } });
  assert.equal(approval.status, "pending", "nobody but a person decides");
  const events = fixture.service.store.events.after(0, 100_000);
  const decided = events.filter(({ type, actor }) =>
    actor === "agent" && /approval\.|dial|admitted|secret|deleted|archived|revoked/.test(type)
  );
  assert.deepEqual(decided.map(({ type }) => type), []);
  assert.equal((await fixture.connection.call("GET /health")).status, "ok");
}
