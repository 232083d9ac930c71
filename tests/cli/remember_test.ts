import assert from "node:assert/strict";
import { join } from "node:path";
import { temporaryDirectory } from "../temporary.ts";
import { runCli } from "./fixture.ts";

/** A user who has remembered nothing yet. */
function home() {
  const root = temporaryDirectory();
  const environment = { XDG_CONFIG_HOME: join(root, "config"), XDG_DATA_HOME: join(root, "data") };
  const run = (args: readonly string[], more: Record<string, string> = {}) =>
    runCli(args, { environment: { ...environment, ...more } });
  const shown = async (more: Record<string, string> = {}) => {
    const { stdout } = await run(["config", "show", "--json"], more);
    const { settings } = JSON.parse(stdout) as { settings: { id: string; value: string; source: string }[] };
    const { value, source } = settings.find(({ id }) => id === "AGENT_HARNESS_STORAGE_DIR")!;
    return { value, source };
  };
  const remove = () => Deno.remove(root, { recursive: true });
  return { root, usual: join(root, "data", "agent-harness"), run, shown, [Symbol.asyncDispose]: remove };
}

Deno.test("init without a directory creates the user's own private one, and every later command finds it", async () => {
  await using there = home();
  const made = await there.run(["init"]);
  assert.equal(made.code, 0, made.stderr);
  assert.doesNotMatch(made.stdout, /export AGENT_HARNESS_STORAGE_DIR/);
  assert.equal(Deno.statSync(there.usual).mode! & 0o777, 0o700);
  assert.deepEqual(await there.shown(), { value: there.usual, source: "remembered" });
  const doctor = await there.run(["doctor", "--json"], { AGENT_HARNESS_URL: "http://127.0.0.1:1" });
  const findings = JSON.parse(doctor.stdout).findings as { name: string; status: string; detail: string }[];
  const found = findings.find(({ name }) => name === "storage directory");
  assert.deepEqual([found?.status, found?.detail], ["ok", there.usual]);
  const again = JSON.parse((await there.run(["init", "--json"])).stdout);
  assert.deepEqual([again.directory, again.created], [there.usual, false]);
});

Deno.test("init makes an empty directory a private storage directory, and leaves an existing one as it is", async () => {
  await using there = home();
  const directory = join(there.root, "empty");
  Deno.mkdirSync(directory, { mode: 0o755 });
  const init = async () => JSON.parse((await there.run(["init", directory, "--json"])).stdout).created;
  const mode = () => Deno.statSync(directory).mode! & 0o777;
  assert.deepEqual([await init(), mode()], [true, 0o700]);
  Deno.chmodSync(directory, 0o750);
  assert.deepEqual([await init(), mode()], [false, 0o750]);
});

Deno.test("init with a directory saves its path only with --remember, and the variable overrides both", async () => {
  await using there = home();
  const [other, named] = [join(there.root, "other"), join(there.root, "named")];
  assert.match((await there.run(["init", other])).stdout, /export AGENT_HARNESS_STORAGE_DIR=/);
  assert.deepEqual(await there.shown(), { value: null as unknown as string, source: "default" });
  assert.equal((await there.run(["init", other, "--remember"])).code, 0);
  assert.deepEqual(await there.shown(), { value: other, source: "remembered" });
  const variable = { AGENT_HARNESS_STORAGE_DIR: named };
  assert.equal((await there.run(["init"], variable)).code, 0);
  assert.equal(Deno.statSync(named).isDirectory, true);
  assert.deepEqual(await there.shown(variable), { value: named, source: "environment" });
  assert.deepEqual(await there.shown(), { value: other, source: "remembered" });
});

Deno.test("serve creates nothing, neither without a saved directory nor if it is gone", async () => {
  await using there = home();
  const never = await there.run(["serve"]);
  assert.equal(never.code, 2);
  assert.match(never.stderr, /Run `agent-harness init` once/);
  assert.equal((await there.run(["init"])).code, 0);
  await Deno.remove(there.usual, { recursive: true });
  const gone = await there.run(["serve"]);
  assert.equal(gone.code, 2);
  assert.match(gone.stderr, /remembers is ".*", which does not exist\. Nothing was created/);
  await assert.rejects(Deno.stat(there.usual), Deno.errors.NotFound);
});
