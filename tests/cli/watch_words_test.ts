import assert from "node:assert/strict";
import { followRun } from "../../commands/service/follow.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { says, uses } from "../models/server/reply.ts";
import { configure, EDIT, planning, providerOf, works } from "../models/workers/scenario.ts";
import { startFixture } from "./fixture.ts";

/** What would colour, clear or retitle a terminal, and hide the end of a line. */
const HOSTILE = "I say \u001b[2J\u001b]0;mine\u0007bye \u202enow";

Deno.test("watch prints the words of a model and each of its tool calls once, without terminal escapes", async () => {
  await using server = ModelServer.start(planning(works(uses(EDIT, HOSTILE), says("All done here."))));
  await using fixture = await startFixture();
  configure(fixture.storage, [providerOf(server)]);
  const repoPath = await fixture.repository({ "a.txt": "hello\n" });
  const { id } = await fixture.connection.call("POST /coordinator/runs", {
    body: { request: "Say bye.", repoPath, worker: { provider: "local" } },
  });
  const { code, stdout: out } = await fixture.run(["watch", id]);
  assert.equal(code, 7, out);
  assert.match(out, /^ {2}I say ␛\[2J␛\]0;mine␇bye <U\+202E>now$/m);
  assert.match(out, /^ {2}✓ edit_file Edited a\.txt \+1 −1$/m);
  assert.match(out, /^ {2}All done here\.$/m);
  assert.equal(out.split("Edited a.txt").length, 2, "each tool is one line");
  assert.ok(out.indexOf("I say") < out.indexOf("Edited a.txt"));
  // deno-lint-ignore no-control-regex
  assert.ok(!/[\u001b\u0007\u202e]/.test(out));
  // Watched again when it is over, it is the same.
  const again = await fixture.run(["watch", id]);
  assert.match(again.stdout, /^ {2}All done here\.$/m);
  // The control: the transcript holds the very words.
  const [session] = await fixture.connection.call("GET /runs/:id/task-sessions", { params: { id } });
  const { entries } = await fixture.connection.call("GET /task-sessions/:id/transcript", {
    params: { id: session!.id },
  });
  assert.ok(entries.some(({ text }) => text.includes(HOSTILE)));
});

Deno.test("watch prints the first line of a long reason why a run waits; runs get shows all of it", async () => {
  await using fixture = await startFixture();
  const { connection } = fixture;
  const repoPath = await fixture.repository();
  const { id } = await connection.call("POST /coordinator/runs", {
    body: { request: "Make it nicer", repoPath },
  });
  const waiting = new AbortController();
  const onEvent = ({ type }: { type: string }) => {
    if (type === "run.waiting") waiting.abort();
  };
  await assert.rejects(followRun(connection, id, { onEvent, signal: waiting.signal }), {
    name: "AbortError",
  });
  const { stdout: whole } = await fixture.run(["runs", "get", id]);
  assert.match(whole, /agent-harness run --help/);
  await connection.call("POST /runs/:id/cancel", { params: { id } }); // which ends watch
  const { stdout } = await fixture.run(["watch", id]);
  assert.match(stdout, /The run is waiting: Line 1, "Make it nicer": "Make" is not an instruction .* …$/m);
  assert.ok(!stdout.includes("run --help"), stdout);
});

Deno.test("watch shows the title of a task as it is, also with the signs of a replacement", async () => {
  await using fixture = await startFixture();
  configure(fixture.storage, [
    { id: "shell", kind: "command", command: ["sh", "-c", "cat > /dev/null"], allowUnsandboxed: true },
  ]);
  const { id } = await fixture.connection.call("POST /coordinator/runs", {
    body: {
      request: "printf $'x' and $& and $1",
      repoPath: await fixture.repository(),
      worker: { provider: "shell" },
    },
  });
  const { stdout } = await fixture.run(["watch", id]);
  assert.match(stdout, /Task "printf \$'x' and \$& and \$1" was started\./);
});
