import assert from "node:assert/strict";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { SANDBOX } from "../sandbox.ts";
import { runToRest } from "./scenario.ts";

const npm = findProgram("npm", Deno.env.get("PATH") ?? "");

/** Whether this machine's own registry, or the public one, answers. */
async function registryAnswers(): Promise<boolean> {
  if (npm === null) return false;
  const { success } = await new Deno.Command(npm, {
    args: ["view", "is-number@7.0.0", "version", "--fetch-retries=0", "--fetch-timeout=10000"],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  return success;
}

const online = await registryAnswers();
if (!online) {
  const sentence = "\n!!! The test of npm ci is left out: no package registry answers here.\n";
  Deno.stderr.writeSync(new TextEncoder().encode(sentence));
}

const LOCK = {
  name: "x",
  version: "1.0.0",
  lockfileVersion: 3,
  packages: {
    "": { name: "x", version: "1.0.0", dependencies: { "is-number": "7.0.0" } },
    "node_modules/is-number": {
      version: "7.0.0",
      integrity:
        "sha512-41Cifkg6e8TylSpdtTpeLVMqvSBEVzTttHvERD741+pnZ8ANv0004MRL43QKPDlK9cGvNp6NZWZUBlbGXYxxng==",
    },
  },
};

Deno.test({
  name: "npm ci works in a setup without a line in sandbox.json, through what this machine is configured for",
  ignore: !online || SANDBOX === null,
  fn: async () => {
    using repository = TestRepository.make({
      "package.json": JSON.stringify(LOCK.packages[""]),
      "package-lock.json": JSON.stringify(LOCK),
    });
    await using h = await harness({ workers: 1 });
    const run: RunDetails = await runToRest(h, repository, {
      request: 'create a.txt with "x"',
      setup: { command: "npm ci" },
      verifier: { command: `node -e 'process.exit(require("is-number")(3) ? 0 : 1)'` },
    });
    assert.equal(run.evaluation?.outcome, "passed", run.statusDetail);
    assert.ok(run.network?.hosts.some(({ receivedBytes }) => receivedBytes > 1_000));
    assert.deepEqual(run.network?.refused, []);
  },
});
