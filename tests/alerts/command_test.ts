import assert from "node:assert/strict";
import { join } from "node:path";
import { commandPath } from "../../services/operations/alerts/command_settings.ts";
import { inputsOf } from "../../services/operations/alerts/run_command.ts";
import { type Harness, harness } from "../harness.ts";
import { failures } from "../notifications/failures.ts";
import { namesIn } from "../recovery/leftovers.ts";
import { temporaryDirectory } from "../temporary.ts";
import { settled } from "./phone.ts";

/** Names a shell script as the command of the hook, and sets the hook. */
async function connect(
  h: Harness,
  script: string,
  { rest = [] as string[], timeoutSeconds = 30, content = "counts" as "counts" | "titles" } = {},
): Promise<void> {
  const command = ["sh", "-c", script, "sh", ...rest];
  Deno.writeTextFileSync(commandPath(h.directory), JSON.stringify({ command, timeoutSeconds }));
  await h.operator("POST /alerts/hook", { body: { kind: "command", content } });
}

Deno.test("a command gets the alert as JSON on its input, its own arguments as they are, and nothing of this service", async () => {
  await using h = await harness();
  const directory = temporaryDirectory();
  const rest = [directory, "$(touch pwned); `id`"];
  await connect(h, 'cat >"$1/input"; env >"$1/environment"; printf %s "$2" >"$1/argument"', { rest });
  await failures(h, 2);
  const events = await h.eventsOf(() => settled(h));
  assert.deepEqual(events.map(({ type }) => type), [
    "alert.begun",
    "process.started",
    "process.ended",
    "alert.delivered",
  ]);
  const read = (name: string) => Deno.readTextFileSync(join(directory, name));
  const { receipts: [receipt] } = await h.operator("GET /alerts");
  const { id, type, data } = JSON.parse(read("input"));
  assert.deepEqual([id, type, data.title], [receipt!.alertId, "alert", "agent-harness: 2 failures"]);
  assert.equal(read("argument"), rest[1]);
  assert.doesNotMatch(read("environment"), /AGENT_HARNESS_(?!GROUP|PROCESS)/);
  assert.deepEqual([receipt!.status, receipt!.exitCode, receipt!.httpStatus], ["delivered", 0, null]);
  assert.deepEqual(namesIn(inputsOf(h.directory)), []);
  assert.deepEqual(h.rebuildDifferences(), []);
  await Deno.remove(directory, { recursive: true });
});

Deno.test("a command that fails is tried again; its receipt has the end of its words, and none where those may be titles", async () => {
  let now = Date.parse("2026-01-02T12:00:00.000Z");
  await using h = await harness({ now: () => new Date(now) });
  await connect(h, "echo no bell here >&2; exit 3");
  await failures(h, 1);
  await settled(h);
  const failed = await h.operator("GET /alerts");
  assert.equal(failed.pending?.attempts, 1);
  assert.deepEqual([failed.receipts[0]!.status, failed.receipts[0]!.exitCode], ["failed", 3]);
  assert.equal(failed.receipts[0]!.reason, "The command ended with exit code 3: no bell here");
  await connect(h, "cat; exit 4", { content: "titles" });
  await failures(h, 1);
  now += 60_000;
  await settled(h);
  const { receipts: [quiet] } = await h.operator("GET /alerts");
  assert.equal(quiet!.reason, "The command ended with exit code 4.");
});

Deno.test("a command that takes too long is ended with all that it started, and the service continues", async () => {
  await using h = await harness();
  await connect(h, "sleep 600 & sleep 600", { timeoutSeconds: 1 });
  const receipt = await h.operator("POST /alerts/test");
  assert.equal(receipt.status, "given_up");
  assert.match(receipt.reason!, /longer than 1 s and was stopped/);
});

Deno.test("no request names the command: without its file, or with a wrong one, the hook is refused with a sentence", async () => {
  await using h = await harness();
  const refused = async (sentence: RegExp, body: object = { kind: "command" }) => {
    const events = await h.eventsOf(async () => {
      const { status, body: answer } = await h.json("POST", "/alerts/hook", body);
      assert.equal(status, 400);
      assert.match(JSON.stringify(answer), sentence);
    });
    assert.deepEqual(events, []);
  };
  await refused(/Write one to .*alert-command\.json/, { kind: "command", command: ["touch", "pwned"] });
  const write = (text: string) => Deno.writeTextFileSync(commandPath(h.directory), text);
  write("[");
  await refused(/is not valid JSON/);
  write('{ "command": [] }');
  await refused(/at command/);
  write('{ "command": ["no-such-program"] }');
  await refused(/no such program/);
  write('{ "command": ["./here"] }');
  await refused(/no such program/);
  write('{ "command": ["true"], "shell": true }');
  await refused(/is not valid/);
  write('{ "command": ["true"] }');
  await refused(/no address/, { kind: "command", address: "https://example.org" });
  assert.equal((await h.operator("POST /alerts/hook", { body: { kind: "command" } })).hook?.kind, "command");
  assert.equal((await h.operator("POST /alerts/test")).status, "delivered");
});
