import assert from "node:assert/strict";
import { join } from "node:path";
import { main } from "../../commands/main.ts";
import { review } from "../../commands/review.ts";
import { readPatch } from "../../commands/review/patch.ts";
import { followRun } from "../../commands/service/follow.ts";
import type { QueuedApproval, QueuedPatch } from "../../commands/service/types.ts";
import { TestRepository } from "../git.ts";
import { fakeShell, startFixture } from "./fixture.ts";

const REVIEWED = ["--reviewed-evidence", "--reviewed-hashes", "--reviewed-policy-class"];

Deno.test("review: without a terminal it shows everything and decides only if every flag is given", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const { id, approvalId } = await fixture.waitingRun('create b.txt with "b"', root, "echo it works");
  const plain = await fixture.run(["review", approvalId]);
  assert.equal(plain.code, 2);
  for (
    const text of [/^create b\.txt/, /\+b$/m, /it works/, /patch +sha256 [0-9a-f]{64}/, /base +commit/]
  ) {
    assert.match(plain.stdout, text);
  }
  assert.match(plain.stderr, /--yes --reviewed-evidence --reviewed-hashes --reviewed-policy-class/);
  const half = await Promise.all([
    ...REVIEWED.map((left) => ["--yes", ...REVIEWED.filter((flag) => flag !== left)]),
    REVIEWED,
    ["--yes"],
    ["--yes", "--reject"],
    ["--reject", "--note", "no"],
    ["--yes", "--reject", "--note", "no", "--hunk", "abc"],
  ].map((flags) => fixture.main(["review", approvalId, ...flags])));
  assert.deepEqual(half.map(({ code }) => code), half.map(() => 2));
  REVIEWED.forEach((flag, i) => assert.match(half[i]!.stderr, new RegExp(`Missing: ${flag}\\.`)));
  const run = await fixture.connection.call("GET /runs/:id", { params: { id } });
  assert.equal(run.status, "waiting", "nothing was decided");
});

Deno.test("review: in a terminal 1, 2 and 3 confirm and a approves, by single keys", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const { approvalId } = await fixture.waitingRun('create b.txt with "b"', root);
  const environment = { AGENT_HARNESS_URL: fixture.url };
  const answers = ["1", "a", "2", "3", "z", "a"];
  const { shell, questions, printed } = fakeShell(answers, environment);
  assert.equal(await review(shell, approvalId, {}), 0, printed.stderr);
  assert.equal(questions.length, answers.length);
  assert.match(printed.stderr, /Confirm 1, 2 and 3 first/);
  assert.match(printed.stderr, /Unknown key "z"\./);
  assert.match(questions[0]!, /^a approve · d deliver to the working tree · r rework · x reject · q quit/);
  assert.match(printed.stderr, /3 the class repo-write with risk medium is right/);
  const [line] = printed.stderr.match(/git -C \S+ add .*/)!;
  const shown = await new Deno.Command("sh", { args: ["-c", line.replace(/diff.*/, "diff")] })
    .output();
  assert.match(new TextDecoder().decode(shown.stdout), /^\+b$/m, "the new file is shown");
  assert.ok(printed.stdout.includes("\u{1b}[32m+b\u{1b}[0m"), "the diff is coloured on a terminal");
  assert.equal(await Deno.readTextFile(join(root, "b.txt")), "b");
});

Deno.test("review: says how many files were seen and by which rule, warns once of those that were not, and records it", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const environment = { AGENT_HARNESS_URL: fixture.url };
  const request = 'create b.txt with "b"\ncreate c.txt with "c"';
  const whole = await fixture.waitingRun(request, root);
  const { shell, printed } = fakeShell(["1", "2", "3", "a"], environment);
  assert.equal(await review(shell, whole.approvalId, {}), 0, printed.stderr);
  assert.match(printed.stderr, /2 of 2 files seen\..*A file is seen when each of its changed lines/);

  const cut = await fixture.waitingRun('create d.txt with "d"\ncreate e.txt with "e"', root);
  const low = fakeShell(["q", "1", "2", "3", "a", "a"], environment);
  low.shell.terminal.rows = 25;
  assert.equal(await review(low.shell, cut.approvalId, {}), 0, low.printed.stderr);
  assert.match(low.printed.stderr, /1 of 2 files seen\./);
  assert.match(low.printed.stderr, /1 file has not been seen yet\. Press a again to approve it anyway\./);

  const flags = await fixture.waitingRun('create f.txt with "f"', root);
  assert.equal((await fixture.main(["review", flags.approvalId, "--yes", ...REVIEWED])).code, 0);
  const shownOf = async (id: string) =>
    (await fixture.connection.call("GET /approvals/:id", { params: { id } })).approval.decision?.shown;
  assert.deepEqual(
    await Promise.all([whole, cut, flags].map(({ approvalId }) => shownOf(approvalId))),
    [
      { by: "command", files: { seen: 2, of: 2, paths: ["b.txt", "c.txt"] } },
      { by: "command", files: { seen: 1, of: 2, paths: ["d.txt"] } },
      { by: "other" },
    ],
  );
});

Deno.test("review: nothing is approved while a confirmation is missing; leaving decides nothing", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const { approvalId } = await fixture.waitingRun('create b.txt with "b"', root);
  const environment = { AGENT_HARNESS_URL: fixture.url };
  for (const answers of [["1", "3", "a", "q"], ["1", "2", "2", "3", "a"], ["1"]]) {
    const { shell } = fakeShell(answers, environment);
    assert.equal(await review(shell, approvalId, {}), 7);
  }
  const { items } = await fixture.connection.call("GET /approvals/queue");
  assert.deepEqual(items.map((item) => item.id), [approvalId]);
});

Deno.test("review: a worker's command is shown as a command line, and s changes the scope of the answer", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const { call } = fixture.connection;
  await call("POST /repositories/dial", { body: { repoPath: root, dial: "border" } });
  const { id, approvalId } = await fixture.waitingRun("run git ls-remote .", root);
  const answers = ["s", "s", "s", "s", "s", "s", "a"];
  const { shell, questions, printed } = fakeShell(answers, { AGENT_HARNESS_URL: fixture.url });
  assert.equal(await review(shell, approvalId, {}), 0, printed.stderr);
  assert.match(printed.stdout, /Command.*at the top of the worktree.*\n {2}\$ git ls-remote \.\n/);
  const scopes = questions.slice(0, 5).map((question) => /s allow (.*?) · /.exec(question)?.[1]);
  const pattern = scopes[3]!;
  assert.match(pattern, /^commands like "git ls-remote/);
  assert.deepEqual(scopes, ["once", "for this run", "in this repository", pattern, "once"]);
  const { approvals } = await call("GET /runs/:id", { params: { id } });
  assert.equal(approvals.find((each) => each.id === approvalId)?.decision?.scope, "repository");
});

const WITH_FORM = `name: Ask
nodes:
  - id: agree
    kind: approval
    with:
      title: Good?
      form:
        type: object
        required: [why, hosts]
        properties:
          why: { type: string, description: the reason }
          hosts: { type: array, items: { type: string } }
          times: { type: integer, default: 2 }
          loud: { type: boolean }
          note: { type: string }
`;

Deno.test("review: what the approval of a workflow asks for is shown, asked in the terminal, or given as a flag", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const { call } = fixture.connection;
  const { id } = await call("POST /saved-workflows", { body: { source: WITH_FORM } });
  const waiting = async () => {
    const body = { repoPath: root };
    const { runId } = await call("POST /saved-workflows/:id/run", { params: { id }, body });
    return (await followRun(fixture.connection, runId!, { onEvent: () => {} })).waitingFor!.id;
  };
  const answered = async (approvalId: string) =>
    (await call("GET /approvals/:id", { params: { id: approvalId } })).approval.decision?.response;

  const asked = await waiting();
  const { shell, questions, printed } = fakeShell(
    ["a", "It is tested.", "a.example, b.example", "", "y", ""],
    { AGENT_HARNESS_URL: fixture.url },
  );
  assert.equal(await review(shell, asked, {}), 0, printed.stderr);
  assert.match(
    printed.stdout,
    /Answers that it asks for.*\n {2}why \(the reason\)\n {2}hosts \(One per line\.\)\n/,
  );
  assert.deepEqual(questions.slice(3), [
    "times (2 by default): ",
    "loud (yes or no; optional): ",
    "note (optional): ",
  ]);
  const response = { why: "It is tested.", hosts: ["a.example", "b.example"], times: 2, loud: true };
  assert.deepEqual(await answered(asked), response);

  const flagged = await waiting();
  const flags = ["review", flagged, "--yes", ...REVIEWED];
  for (const wrong of [[], ["--response", "[1]"], ["--response", "{"]]) {
    const ended = await fixture.main([...flags, ...wrong]);
    assert.equal(ended.code, 2, ended.stderr);
    assert.match(ended.stderr, wrong.length === 0 ? /response: why/ : /--response is not a JSON object/);
  }
  assert.equal((await fixture.main([...flags, "--response", JSON.stringify(response)])).code, 0);
  assert.deepEqual(await answered(flagged), response);
});

Deno.test("review: without an id it goes through the queue, and delivers to the chosen place", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const repository = new TestRepository(root);
  for (const name of ["user.name", "user.email"]) repository.git("config", name, "");
  const first = await fixture.waitingRun('create b.txt with "b"', root);
  const second = await fixture.waitingRun('create c.txt with "c"', root);
  const environment = { AGENT_HARNESS_URL: fixture.url };
  const answers = ["n", "1", "2", "3", "d", "a", "Ann", "Ann <ann@example.invalid>", "x", "not wanted"];
  const { shell, printed } = fakeShell(answers, environment);
  assert.equal(await review(shell, undefined, {}), 0, printed.stderr);
  for (const text of ["1 of 2", "2 of 2", "1 of 1"]) assert.ok(printed.stderr.includes(text), printed.stderr);
  assert.match(printed.stderr, /gh pr create --head agent-harness\//);
  const run = await fixture.connection.call("GET /runs/:id", { params: { id: second.id } });
  assert.equal(run.delivery?.kind, "branch");
  assert.match(printed.stderr, /"Ann" is not a name and an address/);
  assert.equal(
    repository.git("log", "-1", "--format=%an <%ae>", run.delivery!.branch!).trim(),
    "Ann <ann@example.invalid>",
  );
  const rejected = await fixture.connection.call("GET /runs/:id", { params: { id: first.id } });
  assert.equal(rejected.approvals[0]?.decision?.reviewerNote, "not wanted");
});

Deno.test("review: at a terminal, flags say a part of the decision beforehand, and the rest is asked", async () => {
  await using fixture = await startFixture();
  using repository = TestRepository.make();
  const environment = { AGENT_HARNESS_URL: fixture.url };
  const { id } = await fixture.waitingRun('create b.txt with "b"', repository.root);
  const odd = fakeShell(["q"], environment);
  assert.equal(await main(["review", id, "--hunk", "0123456789ab", "--delivery", "branch"], odd.shell), 2);
  assert.match(odd.printed.stderr, /cannot be delivered to a new branch\. Leave --delivery branch out/);
  const args = [
    "review",
    id,
    "--delivery",
    "branch",
    "--author",
    "Ann <ann@example.invalid>",
    "--note",
    "fine",
  ];
  const { shell, questions, printed } = fakeShell(["1", "2", "3", "a"], environment);
  assert.equal(await main(args, shell), 0, printed.stderr);
  assert.match(questions[0]!, /d deliver to a new branch/);
  const run = await fixture.connection.call("GET /runs/:id", { params: { id } });
  assert.equal(
    repository.git("log", "-1", "--format=%an <%ae>", run.delivery!.branch!).trim(),
    "Ann <ann@example.invalid>",
  );
  assert.equal(run.approvals[0]?.decision?.reviewerNote, "fine");
  const next = await fixture.waitingRun('create c.txt with "c"', repository.root);
  const back = fakeShell([], environment);
  const rework = ["review", next.id, "--rework", "--note", 'create d.txt with "d"'];
  assert.equal(await main(rework, back.shell), 0, back.printed.stderr);
  assert.deepEqual(back.questions, [], "a note and its direction are the whole decision");
});

Deno.test("review: rejecting writes nothing, and rework sends the note back as guidance", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const rejected = await fixture.waitingRun('create b.txt with "b"', root);
  const reworked = await fixture.waitingRun('create c.txt with "c"', root);
  const [reject, rework] = await Promise.all([
    fixture.run(["review", rejected.approvalId, "--yes", "--reject", "--note", "not wanted"]),
    fixture.run(["review", reworked.approvalId, "--yes", "--rework", "--note", 'create d.txt with "d"']),
  ]);
  assert.equal(reject.code, 0, reject.stderr);
  assert.equal(rework.code, 0, rework.stderr);
  const run = await fixture.connection.call("GET /runs/:id", { params: { id: rejected.id } });
  assert.equal(run.statusReason, "approval_rejected");
  const again = await fixture.run(["watch", reworked.id, "--json"]);
  assert.equal(again.code, 7);
  assert.equal(JSON.parse(again.stdout).round, 2);
  await assert.rejects(Deno.stat(join(root, "b.txt")), Deno.errors.NotFound);
});

Deno.test("review: selected hunks are verified alone and shown again", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const { id } = await fixture.waitingRun('create b.txt with "b"; create c.txt with "c"', root);
  const shown = await fixture.run(["review", id]);
  const hunk = /^\+\+\+ b\/c\.txt\n@@.*@@ +hunk ([0-9a-f]{12})$/m.exec(shown.stdout)?.[1];
  assert.ok(hunk, shown.stdout);
  const chosen = await fixture.run(["review", id, "--yes", ...REVIEWED, "--hunk", hunk]);
  assert.equal(chosen.code, 7, chosen.stderr);
  const second = await fixture.run(["review", id, "--yes", ...REVIEWED]);
  assert.equal(second.code, 0, second.stderr);
  assert.equal(await Deno.readTextFile(join(root, "c.txt")), "c");
  await assert.rejects(Deno.stat(join(root, "b.txt")), Deno.errors.NotFound);
});

Deno.test("review: a patch whose bytes differ from those of the approval is never decided", async () => {
  const send = () => new Response("another patch");
  const bundle = { path: "bundles/round-1.patch", patchSha256: "0".repeat(64) } as QueuedPatch;
  const connection = { url: "", send, call: undefined as never, token: () => Promise.resolve(undefined) };
  await assert.rejects(
    readPatch(connection, { runId: "run_1" } as QueuedApproval, bundle),
    /does not belong to this approval.*Nothing was decided/,
  );
});

Deno.test("review: with nothing to decide it says so, and a decided approval is not found", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const empty = await fixture.run(["review"]);
  assert.equal(empty.code, 0);
  assert.match(empty.stderr, /No approvals are waiting/);
  const { approvalId } = await fixture.waitingRun('create b.txt with "b"', root);
  assert.equal((await fixture.run(["review", "--yes", ...REVIEWED])).code, 0, "the only one needs no name");
  assert.equal((await fixture.run(["review", approvalId])).code, 3);
});

Deno.test("runs undo: prints what will be undone, that nothing is written yet, and how to decide", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const { id, approvalId } = await fixture.waitingRun('create b.txt with "b"', root, "true");
  const approved = await fixture.run(["review", approvalId, "--yes", ...REVIEWED]);
  assert.equal(approved.code, 0, approved.stderr);
  const undone = await fixture.run(["runs", "undo", id]);
  assert.equal(undone.code, 0, undone.stderr);
  assert.match(undone.stdout, /^Undo: create b\.txt with "b"\nUndoes what the run wrote/);
  const [, next] = /Nothing is written until you approve it: agent-harness (.*)/.exec(undone.stdout)!;
  const decided = await fixture.run([...next!.split(" "), "--yes", ...REVIEWED]);
  assert.equal(decided.code, 0, decided.stderr);
  await assert.rejects(Deno.stat(join(root, "b.txt")), Deno.errors.NotFound);
});
