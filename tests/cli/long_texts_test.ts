import assert from "node:assert/strict";
import { configure } from "../models/workers/scenario.ts";
import { startFixture } from "./fixture.ts";
import { AGENT, connectMcp } from "./mcp_client.ts";

/** Prints 600 KB, and ends with what a person looks for. */
const VERIFIER = "seq 100000 | sed 's/$/ ü/'; echo the very end";

Deno.test("artifacts: a long text comes in parts that cut no character, and make up the file", async () => {
  await using fixture = await startFixture();
  const { id } = await fixture.waitingRun('create b.txt with "b"', await fixture.repository(), VERIFIER);
  const run = await fixture.connection.call("GET /runs/:id", { params: { id } });
  const path = run.attempts.at(-1)!.outputPath!;
  const parts: string[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const part: { content: string | null; truncated: boolean; next: number | null } = await fixture.connection
      .call("GET /runs/:id/artifact", { params: { id }, query: { path, offset } });
    parts.push(part.content!);
    assert.equal(part.truncated, part.next !== null);
    offset = part.next;
  }
  assert.ok(parts.length > 2, `${parts.length}`);
  const query = new URLSearchParams({ path });
  const file = await fixture.connection.send(`/runs/${id}/artifact-file?${query}`, {});
  assert.equal(parts.join(""), await file.text());
  const after = await fixture.connection.call("GET /runs/:id/artifact", {
    params: { id },
    query: { path, offset: 10_000_000 },
  });
  assert.deepEqual([after.content, after.truncated, after.next], ["", false, null]);
});

Deno.test("review and mcp: the end of a long output of the verifier is its end, and a patch is read to its last file", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: AGENT });
  const repository = await fixture.repository();
  const { approvalId } = await fixture.waitingRun('create b.txt with "b"', repository, VERIFIER);
  assert.match((await fixture.main(["review", approvalId])).stdout, /the very end/);
  configure(fixture.storage, [{ id: "shell", kind: "command", command: ["sh"], allowUnsandboxed: true }]);
  const { id: run } = await fixture.connection.call("POST /coordinator/runs", {
    body: {
      request: "head -c 600000 /dev/urandom > a.bin; echo last > z.txt",
      repoPath: repository,
      worker: { provider: "shell" },
      verifier: { command: `${VERIFIER}; exit 1` },
    },
  });
  await fixture.main(["watch", run]);
  await using mcp = await connectMcp({ AGENT_HARNESS_URL: fixture.url, AGENT_HARNESS_AGENT_TOKEN: AGENT });
  assert.match((await mcp.call("report", { run })).text, /the very end/);
  const { files, patch, truncated } = JSON.parse((await mcp.call("patch", { run })).text);
  assert.deepEqual([files, truncated], [2, undefined]);
  assert.match(patch, /^\+last$/m);
});
