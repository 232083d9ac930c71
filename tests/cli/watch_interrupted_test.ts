import assert from "node:assert/strict";
import { startFixture } from "./fixture.ts";

Deno.test("Ctrl-C while following a run is no success, and says that the run continues", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const root = await fixture.repository();
  const { id } = await fixture.connection.call("POST /coordinator/runs", {
    body: { request: 'create b.txt with "b"', repoPath: root },
  });
  const child = fixture.spawn(["watch", id]);
  await child.stdin.close();
  const reader = child.stdout.getReader();
  await reader.read();
  child.kill("SIGINT");
  while (!(await reader.read()).done);
  const said = await new Response(child.stderr).text();
  assert.equal((await child.status).code, 1);
  assert.ok(said.includes(`The run continues. To follow it again: agent-harness watch ${id}`), said);
  assert.ok(said.includes(`agent-harness runs cancel ${id}`), said);
});
