import assert from "node:assert/strict";
import { join } from "node:path";
import { testNeeding } from "../kit/skip.ts";
import { startFixture } from "./fixture.ts";
import { NO_TERMINAL } from "../../commands/terminal/terminal.ts";
import { askFirst, NO_TMUX, PROMPT, terminalPlace } from "./terminal_place.ts";

const KEYS = /a approve · .*q quit/;

testNeeding(NO_TMUX, {
  name:
    "keys typed while the work goes on decide nothing in the review that follows, and keys typed at once are at most the first of them",
  fn: async () => {
    await using there = await terminalPlace();
    const service = await there.serve();
    await askFirst(there);
    await using terminal = await there.terminal();
    await terminal.type(`${there.command} 'create T.md with "t"'`);
    await terminal.press("Enter");
    await terminal.type("123a");
    const early = await terminal.asks(KEYS);
    assert.match(early, /4 keys pressed before the question could be read were ignored\./);
    assert.match(early, /· 1 I have read[^]*· 2 the hashes[^]*· 3 the class/);
    assert.doesNotMatch(early, /✓ [123] /);

    await terminal.type("123a");
    await terminal.asks(/3 more keys came at the same time and were ignored\.[^]*✓ 1 [^]*· 2 [^]*· 3 /);
    const { items } = await there.connection.call("GET /approvals/queue");
    assert.equal(items.length, 2, "nothing was decided");
    await terminal.type("2");
    await terminal.asks(/✓ 1 [^]*✓ 2 [^]*· 3 /);
    await terminal.type("3");
    await terminal.asks(/✓ 1 [^]*✓ 2 [^]*✓ 3 /);
    await terminal.type("a");
    await terminal.shows(/Approved and applied/);
    assert.equal(await Deno.readTextFile(join(there.repository, "T.md")), "t");
    await terminal.shows(PROMPT);
    await service.kill();
  },
});

testNeeding(NO_TMUX, {
  name: "a yes typed before a yes-or-no question, in whole or in part, is not its answer",
  fn: async () => {
    await using there = await terminalPlace();
    await using terminal = await there.terminal({ AGENT_HARNESS_STORAGE_DIR: "" });
    const made = join(terminal.directory, "new");
    await terminal.type(`${there.command} init ${made}`);
    await terminal.press("Enter");
    await terminal.type("y");
    await terminal.press("Enter");
    await terminal.type("y");
    const asked = await terminal.asks(/Create one\? \[y\/N\]/);
    assert.match(asked, /3 keys pressed before the question could be read were ignored\./);
    await terminal.press("Enter");
    await terminal.shows(PROMPT);
    await assert.rejects(Deno.stat(join(made, "token")), Deno.errors.NotFound);
  },
});

Deno.test("what is no terminal answers no question, whatever it holds: the flags are named instead", async () => {
  await assert.rejects(NO_TERMINAL.key("Delete it?"), /"Delete it\?" is only asked at a terminal\..*flags/);
  await using fixture = await startFixture();
  const { approvalId } = await fixture.waitingRun('create b.txt with "b"', await fixture.repository());
  const { call } = fixture.connection;
  const { id } = await call("POST /secrets", {
    body: { name: "one", kind: "api-key", value: "secret value" },
  });
  const [reviewed, deleted, demo] = await Promise.all([
    fixture.run(["review", approvalId], { stdin: "1\n2\n3\na\n123a" }),
    fixture.run(["secrets", "delete", id], { stdin: "y\n" }),
    fixture.run(["demo"], { stdin: "y\n" }),
  ]);
  assert.deepEqual([reviewed.code, deleted.code, demo.code], [2, 2, 2]);
  assert.match(reviewed.stderr, /--yes --reviewed-evidence/);
  assert.match(deleted.stderr, /Without a terminal, say so by adding --yes\. Nothing was changed\./);
  assert.match(demo.stderr, /Add --yes/);
  assert.equal((await call("GET /approvals/queue")).items.length, 1);
  assert.equal((await call("GET /secrets")).length, 1);
});
