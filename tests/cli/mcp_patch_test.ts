import assert from "node:assert/strict";
import { configure } from "../models/workers/scenario.ts";
import { startFixture } from "./fixture.ts";
import { AGENT, connectMcp } from "./mcp_client.ts";

Deno.test("mcp: a patch has no bytes of binary files, and any file in it can be named", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: AGENT });
  configure(fixture.storage, [{ id: "shell", kind: "command", command: ["sh"], allowUnsandboxed: true }]);
  const script = [
    "head -c 5000 /dev/urandom > image.bin",
    "echo a > \"$(printf 'line\\nbreak\\\\\\002.txt')\"",
    "echo b > 'a ü.txt'",
    ": > empty",
  ];
  const { id: run } = await fixture.connection.call("POST /coordinator/runs", {
    body: {
      request: script.join("\n"),
      repoPath: await fixture.repository(),
      worker: { provider: "shell" },
    },
  });
  await fixture.main(["watch", run]);
  await using mcp = await connectMcp({ AGENT_HARNESS_URL: fixture.url, AGENT_HARNESS_AGENT_TOKEN: AGENT });
  const whole = JSON.parse((await mcp.call("patch", { run })).text);
  assert.equal(whole.next, undefined);
  assert.equal(whole.files, 4);
  assert.match(whole.patch, /^GIT binary patch\ndiff --git "a\/line\\nbreak/m);
  assert.doesNotMatch(whole.patch, /^literal /m);
  for (const file of ["image.bin", "line\nbreak\\\x02.txt", "a ü.txt", "empty"]) {
    const { text } = await mcp.call("patch", { run, file });
    assert.equal([...JSON.parse(text).patch.matchAll(/^diff --git /gm)].length, 1, text);
  }
  const { text } = await mcp.call("patch", { run, file: "other" });
  assert.match(text, /does not change "other", but a ü\.txt, empty, image\.bin, line/);
});
