import assert from "node:assert/strict";
import { verifyBackup } from "../../../services/operations/backups/verify.ts";
import { fails, says } from "../server/reply.ts";
import { CANARY, SEARCH } from "./canary.ts";
import { atServer, giveLogin, worldOf } from "./own_login.ts";
import { script, type Step } from "./script.ts";

const STEPS: readonly Step[] = [
  { do: "message", path: "answer.txt" },
  { do: "environment", path: "environment.json" },
  { do: "run", command: SEARCH },
];

Deno.test("an agent's own login is added by the proxy alone: nothing in its sandbox, no backup and no answer has it", async () => {
  await using world = await worldOf();
  const address = atServer(world);
  world.server.key = CANARY;
  const id = await giveLogin(world, address);
  const { found } = await world.h.operator("POST /providers/find");
  const coder = found.find((each) => each.id === "coder")!;
  assert.deepEqual([coder.state, coder.login?.isStored], ["ready", true], coder.detail);
  const tried = await world.h.operator("POST /providers/:provider/test", {
    params: { provider: "coder" },
    body: {},
  });
  assert.deepEqual([tried.ok, tried.model], [true, "coder/default"], tried.detail);
  assert.equal(world.server.questions.length, 0, "only the agent itself may use its login");

  const done = await world.apply(await world.begin(script(...STEPS)));
  assert.equal(done.status, "completed", done.statusDetail);
  const [question] = world.server.questions;
  assert.equal(question!.headers.get("authorization"), `Bearer ${CANARY}`);
  assert.equal(question!.headers.get("anthropic-beta"), "oauth-2025-04-20");
  assert.equal(question!.headers.get("x-api-key"), null);
  assert.match(world.repository.read("answer.txt"), /^200 .*An answer/);
  const environment = world.repository.read("environment.json");
  assert.match(environment, /"CLAUDE_CODE_OAUTH_TOKEN":"agent-/);
  assert.doesNotMatch(environment, /ANTHROPIC_API_KEY/);
  assert.equal(world.repository.read("found.txt"), "");
  assert.ok(!JSON.stringify(world.h.store.events.after(0, 100_000)).includes(CANARY));

  const other = await world.h.operator("POST /secrets", {
    body: { name: "other", kind: "api-key", value: "sk-other-0123456789abcdefgh" },
  });
  const { path } = await world.h.operator("POST /control-plane/backups", { body: {} });
  await world.h.service.backups.idle();
  const report = await verifyBackup(path, null);
  assert.ok(report.ok, JSON.stringify(report.checks));
  const files = report.manifest!.files.map((file) => file.path).filter((file) =>
    file.startsWith("secrets/secret_")
  );
  assert.deepEqual(files, [`secrets/${other.id}.1`], `without secrets/${id}.1`);
  await world.h.operator("POST /secrets/:id/delete", { params: { id } });
  const after = (await world.h.operator("POST /providers/find")).found.find((each) => each.id === "coder")!;
  assert.deepEqual([after.state, after.login?.isStored], ["needs_server", false], after.detail);
});

Deno.test("the control: a key in a file that the agent may read is found by the same search", async () => {
  await using world = await worldOf({ "key.txt": `${CANARY}\n` });
  atServer(world);
  await giveLogin(world, world.server.baseUrl);
  const done = await world.apply(await world.begin(script({ do: "run", command: SEARCH })));
  assert.equal(done.status, "completed", done.statusDetail);
  assert.match(world.repository.read("found.txt"), /key\.txt/);
});

Deno.test("a login is sent to the address that it was made for, and never to another", async () => {
  await using world = await worldOf();
  await giveLogin(world, "https://api.anthropic.com/v1");
  atServer(world);
  const { found } = await world.h.operator("POST /providers/find");
  const coder = found.find((each) => each.id === "coder")!;
  assert.deepEqual([coder.state, coder.login?.isStored], ["needs_server", false]);
  const waiting = await world.begin(script({ do: "message", path: "answer.txt" }));
  assert.notEqual(waiting.status, "completed");
  assert.deepEqual(world.server.questions, []);
});

Deno.test("a login that is refused makes the run wait for a person, with the command that logs in again", async () => {
  await using world = await worldOf();
  const address = atServer(world);
  world.server.script = () => fails(401, "OAuth token has expired.");
  const id = await giveLogin(world, address);
  const waiting = await world.begin(script({ do: "message", path: "answer.txt" }));
  assert.deepEqual([waiting.status, waiting.waitingFor?.kind, waiting.waitingFor?.id], [
    "waiting",
    "auth",
    "coder",
  ]);
  assert.match(
    waiting.waitingFor!.detail,
    /The login of coder was refused: .*expired.*agent-harness connect coder --login/,
  );
  world.server.script = () => says("An answer.");
  await world.h.operator("POST /secrets", {
    body: {
      name: "coder-login",
      id,
      kind: "agent-login",
      provider: "coder",
      value: `${CANARY}2`,
      metadata: { address },
    },
  });
  await world.h.operator("POST /providers/:provider/test", { params: { provider: "coder" }, body: {} });
  const asked = await world.h.until(waiting.id, ({ approvals }) => approvals.length > 0);
  assert.equal((await world.apply(asked)).status, "completed");
  assert.match(world.repository.read("answer.txt"), /^200 /);
});
