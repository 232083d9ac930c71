import assert from "node:assert/strict";
import { join } from "node:path";
import { checkSecrets } from "../../commands/doctor/secrets.ts";
import { startFixture } from "./fixture.ts";

Deno.test("secrets: the token is read from the environment or a file, and never printed", async () => {
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

Deno.test("secrets: an address that contains a password is refused without repeating it", async () => {
  await using fixture = await startFixture();
  const { code, stdout, stderr } = await fixture.run(["health", "--url", "http://me:hunter2@127.0.0.1:1"]);
  assert.equal(code, 2);
  assert.ok(!(stdout + stderr).includes("hunter2"));
});

Deno.test("secrets: a token file that is missing or contains no token is a usage error", async () => {
  await using fixture = await startFixture();
  const file = join(fixture.directory, "empty");
  await Deno.writeTextFile(file, "\n");
  const ended = await Promise.all([
    fixture.run(["health", "--token-file", file]),
    fixture.run(["health", "--token-file", join(fixture.directory, "missing")]),
  ]);
  assert.deepEqual(ended.map(({ code }) => code), [2, 2]);
});

const VALUE = "canary-typed-value-4711-xY";

Deno.test("secrets set: the value is read from stdin or a file, without its line break, and never printed", async () => {
  await using fixture = await startFixture();
  const file = join(fixture.directory, "value");
  await Deno.writeTextFile(file, `${VALUE}-2\n`);
  const set = await fixture.run([
    "secrets",
    "set",
    "--name",
    "one",
    "--kind",
    "api-key",
    "--value",
    "-",
    "--json",
  ], {
    stdin: `${VALUE}\n`,
  });
  assert.equal(set.code, 0, set.stderr);
  const { id, fingerprint } = JSON.parse(set.stdout);
  const body = { id, name: "one", kind: "api-key", value: VALUE };
  assert.equal((await fixture.connection.call("POST /secrets", { body })).fingerprint, fingerprint);
  const outputs = [
    set,
    await fixture.run(["secrets", "set", "--id", id, "--name", "one", "--kind", "api-key", "--value", file]),
    ...await Promise.all(
      [["list"], ["get", id], ["status"], ["check", id], ["delete", id.slice(0, -1), "--yes"]].map((words) =>
        fixture.run(["secrets", ...words])
      ),
    ),
  ];
  assert.deepEqual(outputs.map(({ code }) => code), outputs.map(() => 0), JSON.stringify(outputs));
  for (const { stdout, stderr } of outputs) assert.ok(!(stdout + stderr).includes(VALUE), stdout);
});

Deno.test("secrets set: a value as an argument is a usage error, and is not repeated", async () => {
  await using fixture = await startFixture();
  const file = join(fixture.directory, "body.json");
  await Deno.writeTextFile(file, `{"name":"one","kind":"k","value":${VALUE}}`);
  const fields = ["secrets", "set", "--name", "one", "--kind", "api-key"];
  for (
    const args of [[...fields, "--value", VALUE], [...fields, "--value", "-"], [
      "secrets",
      "set",
      "--json-body",
      file,
    ]]
  ) {
    const { code, stdout, stderr } = await fixture.run(args, { stdin: VALUE.slice(0, 6) });
    assert.equal(code, 2, stderr);
    assert.ok(!(stdout + stderr).includes(VALUE.slice(0, 6)), stderr);
  }
  assert.deepEqual(await fixture.connection.call("GET /secrets"), []);
});

Deno.test("doctor: reports whether stored secrets can be used, and a command for each that cannot", async () => {
  await using fixture = await startFixture();
  assert.deepEqual(await checkSecrets(fixture.connection), []);
  await fixture.connection.call("POST /secrets", { body: { name: "one", kind: "api-key", value: VALUE } });
  assert.deepEqual(await checkSecrets(fixture.connection), [
    { name: "secrets", status: "ok", detail: "1 secret can be used." },
  ]);
  const key = join(fixture.storage, "secrets", "master.key");
  await Deno.chmod(key, 0o644);
  const [finding] = await checkSecrets(fixture.connection);
  assert.equal(finding?.status, "warning");
  assert.match(finding!.detail, /^"one": The key file .* has the mode 644/);
  assert.equal(finding!.fix, `Run: chmod 600 ${key}`);
});
