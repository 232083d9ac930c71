import assert from "node:assert/strict";
import { join } from "node:path";
import { startFixture } from "./fixture.ts";

Deno.test("secrets: the token comes from the environment or a file, and is in no output", async () => {
  const token = "the-operators-token-4711";
  await using fixture = await startFixture({ AGENT_HARNESS_TOKEN: token });
  const file = join(fixture.directory, "token");
  await Deno.writeTextFile(file, `${token}\n`);
  const environment = { AGENT_HARNESS_TOKEN: token };
  const outputs = await Promise.all([
    fixture.run(["runs", "list", "--json"], { environment }),
    fixture.run(["runs", "list", "--json", "--token-file", file]),
    fixture.run(["--token-file", file, "control-plane", "status", "--json"]),
    fixture.run(["doctor", "--json"], {
      environment: { ...environment, AGENT_HARNESS_STORAGE_DIR: fixture.storage },
    }),
    fixture.run(["runs", "get", "run_00000000000000000000000000"], { environment }),
  ]);
  assert.deepEqual(outputs.map(({ code }) => code), [0, 0, 0, 0, 3], outputs[3]!.stdout);
  for (const { stdout, stderr } of outputs) assert.ok(!(stdout + stderr).includes(token));
});

Deno.test("secrets: an address with a password in it is refused without repeating it", async () => {
  await using fixture = await startFixture();
  const { code, stdout, stderr } = await fixture.run(["health", "--url", "http://me:hunter2@127.0.0.1:1"]);
  assert.equal(code, 2);
  assert.ok(!(stdout + stderr).includes("hunter2"));
});

Deno.test("secrets: a token file that is missing or holds no token is wrong usage", async () => {
  await using fixture = await startFixture();
  const file = join(fixture.directory, "empty");
  await Deno.writeTextFile(file, "\n");
  const ended = await Promise.all([
    fixture.run(["health", "--token-file", file]),
    fixture.run(["health", "--token-file", join(fixture.directory, "missing")]),
  ]);
  assert.deepEqual(ended.map(({ code }) => code), [2, 2]);
});
