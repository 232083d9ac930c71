import assert from "node:assert/strict";
import { startFixture } from "./fixture.ts";

Deno.test("the answers that hold everything are shown in a few lines, and whole with --json", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "1" });
  const root = await fixture.repository();
  const { id, approvalId } = await fixture.waitingRun('create b.txt with "b"', root, "test -f b.txt");
  const shown = async (...words: string[]) => {
    const { code, stdout, stderr } = await fixture.main(words);
    assert.equal(code, 0, stderr);
    assert.ok(stdout.split("\n").length < 40, stdout);
    // deno-lint-ignore no-control-regex
    return stdout.replaceAll(/\x1b\[\d+m/g, "");
  };
  const state = await shown("control-plane", "status");
  assert.match(state, /^service +\S+ at 127\.0\.0\.1:\d+, since /m);
  assert.match(state, /^approvals +1 waiting for your decision$/m);
  assert.match(state, /^ +RUN +STATUS +REQUEST +REPOSITORY +ID\n +#1 +waiting /m);
  assert.match(state, /^today +no model was called$/m);
  const center = await shown("coordinator", "command-center");
  assert.match(center, new RegExp(`^1 thing needs you\n +WHAT +KIND +SINCE +ID\n.*${approvalId}$`, "m"));
  assert.match(center, /^1 slot, 0 busy\. /m);
  const workspace = await shown("runs", "workspace", id);
  assert.match(workspace, /^The run is waiting\. Needs review: create b\.txt with "b"\. /);
  assert.match(workspace, /^steps +plan done, work done, verify done, review waiting$/m);
  assert.match(workspace, new RegExp(`^  ${approvalId} +pending `, "m"));
  assert.match(workspace, new RegExp(`^\\d+ artifacts: agent-harness runs artifact-index ${id}$`, "m"));
  const { stdout } = await fixture.main(["runs", "workspace", id, "--json"]);
  assert.ok(JSON.parse(stdout).artifactIndex.items.length > 0);
});
