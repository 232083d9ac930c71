import assert from "node:assert/strict";
import { join } from "node:path";
import { runCli, startFixture } from "../../cli/fixture.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { CatalogServer, listOf, oneProvider } from "./catalog_server.ts";

type Finding = { name: string; status: string; detail: string; fix?: string };

const findingsOf = ({ stdout }: { stdout: string }): Finding[] => JSON.parse(stdout).findings;

Deno.test("doctor: without a model it says what to do next, with a model it names it, with a broken file why", async () => {
  await using server = new CatalogServer({ kind: "lists", body: listOf("alpha") });
  await using fixture = await startFixture();
  const path = join(fixture.storage, "providers.json");
  const models = async () =>
    findingsOf(await fixture.main(["doctor", "--json"])).filter(({ name }) => name === "model");
  const [builtin, next] = await models();
  assert.deepEqual([builtin!.status, builtin!.detail], ["ok", "builtin is ready."]);
  assert.equal(next!.status, "warning");
  assert.match(next!.detail, /No model is configured. Recipes work without one/);
  assert.match(next!.fix!, /^agent-harness (connect$|secrets set)/);

  Deno.writeTextFileSync(path, JSON.stringify(oneProvider(server.baseUrl)));
  const unread = (await models()).at(-1)!;
  assert.match(unread.detail, /No model of near is known yet/);
  assert.equal(unread.fix, "agent-harness providers check near");
  assert.equal((await fixture.main(["providers", "check", "near"])).code, 0);
  assert.deepEqual((await models()).map(({ status, detail }) => [status, detail]), [
    ["ok", "builtin is ready."],
    ["ok", "near is ready."],
  ]);

  Deno.writeTextFileSync(path, "{");
  const ended = await fixture.main(["doctor", "--json"]);
  const broken = findingsOf(ended).find(({ name }) => name === "providers.json");
  assert.equal(broken?.status, "failed");
  assert.match(broken!.detail, /it is not valid JSON/);
  assert.ok(broken!.fix!.includes(path));
});

Deno.test("doctor: a broken providers.json is found while no service runs", async () => {
  const storage = temporaryDirectory();
  try {
    Deno.writeTextFileSync(join(storage, "providers.json"), '{ "providers": [{ "id": "x" }] }');
    const ended = await runCli(["doctor", "--json"], {
      environment: {
        AGENT_HARNESS_STORAGE_DIR: storage,
        AGENT_HARNESS_PORT: "0",
        AGENT_HARNESS_URL: "http://127.0.0.1:9",
      },
    });
    const broken = findingsOf(ended).find(({ name }) => name === "providers.json");
    assert.match(broken?.detail ?? ended.stdout, /providers\[0\]\.kind of "x"/);
    assert.equal(ended.code, 1);
  } finally {
    Deno.removeSync(storage, { recursive: true });
  }
});
