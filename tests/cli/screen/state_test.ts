import assert from "node:assert/strict";
import { KEYS } from "../../../commands/screen/keys.ts";
import { rowsOf } from "../../../commands/screen/rows.ts";
import type { QueueItem, RunSummary } from "../../../commands/service/types.ts";
import { sampleDetail, sampleItem, sampleRow, sampleScreen } from "./sample.ts";

const A = sampleRow("a");
const B = sampleRow("b");

/** A screen on which the approval of the first of two rows is shown, with so many lines. */
function shownScreen(lines?: number) {
  const screen = sampleScreen();
  screen.list(A, B);
  screen.tell({ kind: "detail", detail: sampleDetail(A, lines) });
  screen.effects();
  return screen;
}

Deno.test("one key approves a patch that was opened and shown to its last line, and exactly that patch", () => {
  const screen = shownScreen();
  screen.press("enter", "a");
  const approval = sampleItem("a").approval;
  assert.deepEqual(screen.effects(), [
    {
      effect: "decide",
      approval,
      choice: { decision: "approve", delivery: "tree" },
      shown: { by: "screen" },
    },
  ]);
  assert.equal(screen.state().busy, "Deciding");
  screen.press("a", "a", "x");
  assert.deepEqual(screen.effects(), [], "nothing is decided while a decision is made");
});

Deno.test("a refused request can be changed and sent again; the input line keeps its text", () => {
  const screen = shownScreen();
  screen.press("w", ..."tidy up", "enter");
  assert.deepEqual(screen.effects(), [{ effect: "request", words: "tidy up" }]);
  const refused = { kind: "refused", words: "tidy up", reason: "No worker is ready." } as const;
  screen.tell(refused);
  const { writing, said, busy } = screen.state();
  assert.deepEqual([writing, said?.text, busy], [
    { purpose: "request", line: { text: "tidy up", at: 7 } },
    "No worker is ready.",
    null,
  ]);
  screen.press("escape", "r", "x");
  screen.tell(refused);
  assert.deepEqual(screen.state().writing, { purpose: "rework", line: { text: "x", at: 1 } });
});

Deno.test("a patch that was not opened, or not shown to its end, is only approved by two presses in a row", () => {
  for (const [keys, says] of [[[], /not opened/], [["enter"], /76 lines have not been shown/]] as const) {
    const screen = shownScreen(100);
    screen.press(...keys, "a");
    assert.deepEqual(screen.effects(), []);
    assert.match(screen.state().said!.text, says);
    screen.press("j", "a");
    assert.equal(
      screen.effects().filter(({ effect }) => effect === "decide").length,
      0,
      "another key between them",
    );
  }
  const twice = shownScreen(100);
  twice.press("a", "a");
  assert.equal(twice.effects()[0]?.effect, "decide");
  const read = shownScreen(100);
  read.press("enter", " ", " ", " ", " ", " ", "a");
  assert.equal(read.effects()[0]?.effect, "decide");
  const jumped = shownScreen(100);
  jumped.press("b");
  assert.equal(jumped.state().seen.size, 24, "what is scrolled is opened");
});

Deno.test("nothing is decided that has changed since it was shown, or is not shown yet", () => {
  const changed = shownScreen();
  changed.press("enter");
  changed.list({ ...A, version: "another" }, B);
  assert.deepEqual(changed.effects().map(({ effect }) => effect), ["show"]);
  changed.press("a", "a", "x");
  assert.deepEqual(changed.effects(), []);

  const moved = shownScreen();
  moved.press("j");
  moved.effects();
  moved.press("a", "a");
  assert.deepEqual(moved.effects(), []);
  moved.tell({ kind: "detail", detail: sampleDetail(A) });
  moved.press("a", "a");
  assert.deepEqual(moved.effects(), [], "the detail of another row");

  const decidedElsewhere = shownScreen();
  decidedElsewhere.press("enter");
  decidedElsewhere.list(B);
  decidedElsewhere.tell({ kind: "detail", detail: sampleDetail(B) });
  decidedElsewhere.effects();
  decidedElsewhere.press("a");
  assert.deepEqual(decidedElsewhere.effects(), [], "what the person opened was another one");
});

Deno.test("sending work back needs a remark; rejecting does not", () => {
  const screen = shownScreen();
  screen.press("r", "enter");
  assert.match(screen.state().said!.text, /what should change/);
  screen.press(..."as asked", "enter");
  const approval = sampleItem("a").approval;
  assert.deepEqual(screen.effects(), [
    { effect: "decide", approval, choice: { decision: "rework", note: "as asked" }, shown: { by: "screen" } },
  ]);
  const refused = shownScreen();
  refused.press("x", "enter");
  assert.deepEqual(refused.effects(), [{
    effect: "decide",
    approval,
    choice: { decision: "reject" },
    shown: { by: "screen" },
  }]);
  const left = shownScreen();
  left.press("x", "q", "escape");
  assert.deepEqual(left.effects(), []);
});

Deno.test("while the input line is open, letters are text; pasted text is never read as keys", () => {
  const screen = shownScreen();
  screen.press("enter");
  screen.tell({ kind: "paste", text: "a\nq" });
  assert.deepEqual(screen.effects(), []);
  screen.press("w", ..."fix q");
  screen.tell({ kind: "paste", text: "ui\r\nck" });
  screen.press("👩‍🚀", "backspace", "up", "down", "f1", "alt-x", "ctrl-x", "enter");
  assert.deepEqual(screen.effects(), [{ effect: "request", words: "fix qui\nck" }]);
});

Deno.test("the selected run stays selected if its position or approval changes; a requested run is selected", () => {
  const screen = shownScreen();
  screen.press("j");
  screen.list(sampleRow("c"), B, A);
  assert.equal(screen.state().selected, "b");
  const done = sampleRow("run_b", { runId: "run_b", group: "finished", mark: "done" });
  screen.list(sampleRow("c"), A, done);
  assert.equal(screen.state().selected, "run_b");
  screen.tell({ kind: "asked", run: "run_new", number: 8, met: ["An open result changes a.txt."] });
  assert.deepEqual(screen.state().said, {
    text: "Created run #8. An open result changes a.txt.",
    tone: "plain",
  });
  screen.tell({ kind: "asked", run: "run_new", number: 9, met: [] });
  assert.deepEqual(screen.state().said, { text: "Created run #9.", tone: "good" });
  screen.list(sampleRow("c"), A, sampleRow("run_new", { runId: "run_new" }), done);
  assert.equal(screen.state().selected, "run_new");
  screen.list();
  assert.equal(screen.state().selected, null);
  screen.press("enter", "a", "o", "C", "t", " ", "j", "k");
  assert.deepEqual(screen.effects().filter(({ effect }) => effect !== "show"), []);
});

Deno.test("a run is cancelled at the second press in a row; one that has ended is not", () => {
  const screen = shownScreen();
  screen.press("C", "j", "k", "C");
  assert.deepEqual(screen.effects().filter(({ effect }) => effect === "cancel"), []);
  screen.press("C");
  assert.deepEqual(screen.effects(), [{ effect: "cancel", run: "run_a" }]);
  const over = sampleScreen();
  over.list(sampleRow("run_1", { runId: "run_1", group: "finished", mark: "done" }));
  over.press("C", "C");
  assert.deepEqual(over.effects().filter(({ effect }) => effect === "cancel"), []);
});

Deno.test("a line that is too wide is wrapped, also after a change of the size, without losing any of it", () => {
  const screen = sampleScreen({ columns: 60, height: 20 });
  screen.list(A);
  const words = Array.from({ length: 40 }, (_, n) => `word${n}`).join(" ");
  screen.tell({ kind: "detail", detail: { ...sampleDetail(A), lines: [words] } });
  for (const columns of [60, 200, 91, 40]) {
    screen.tell({ kind: "size", columns, height: 20 });
    const { wrapped } = screen.state();
    assert.ok(wrapped.every((line) => line.length <= columns - 2), `${columns}`);
    assert.equal(wrapped.join("").replaceAll(/\s/g, ""), words.replaceAll(" ", ""));
  }
});

Deno.test("the queue lists what waits for a person, then running work, then ended runs", () => {
  const run = (id: string, status: string, waitingFor?: string) =>
    ({
      id,
      status,
      number: 1,
      request: id,
      repoPath: `/srv/${id}/`,
      ...(waitingFor && { waitingFor: { kind: waitingFor, id: "x" } }),
    }) as RunSummary;
  const item = { ...sampleItem("a"), run: run("run_1", "waiting", "approval") } as QueueItem;
  const rows = rowsOf([item], [
    run("run_5", "failed"),
    run("run_4", "completed"),
    run("run_3", "waiting", "dependency"),
    run("run_2", "paused"),
    run("run_1", "waiting", "approval"),
    run("run_6", "queued"),
  ]);
  assert.deepEqual(rows.map(({ id, group, mark }) => `${group} ${id} ${mark}`), [
    "waits a asks",
    "waits run_2 stuck",
    "running run_3 working",
    "running run_6 working",
    "finished run_5 failed",
    "finished run_4 done",
  ]);
  assert.deepEqual(rows.slice(0, 2).map(({ repository }) => repository), ["run_1", "run_2"]);
  const undo = { ...item.approval, title: "Undo: run_1", subject: { kind: "undo", id: "run_1" } };
  const titles = rowsOf([item, { ...item, approval: undo } as QueueItem], []).map(({ title }) => title);
  assert.deepEqual(titles, ["run_1", "Undo: run_1"], "undoing a run is not titled as doing it");
  const ended = { ...item, approval: undo, run: run("run_1", "completed") } as QueueItem;
  const screen = sampleScreen();
  screen.list(...rowsOf([ended], []));
  screen.press("C", "C");
  assert.deepEqual(screen.effects().filter(({ effect }) => effect === "cancel"), [], "its run has ended");
});

Deno.test("after a decision, the next waiting approval is selected; without one, the decided run", () => {
  const screen = shownScreen();
  screen.press("enter", "a");
  const applied = sampleRow("run_a", { runId: "run_a", group: "finished", mark: "done" });
  screen.list(B, applied);
  assert.equal(screen.state().selected, "b");
  assert.equal(screen.state().focus, "queue", "what comes next was not opened");
  screen.tell({ kind: "said", text: "Approved", tone: "good" });
  screen.tell({ kind: "detail", detail: sampleDetail(B) });
  screen.press("x", "enter");
  screen.list(sampleRow("run_b", { runId: "run_b", group: "finished", mark: "failed" }), applied);
  assert.equal(screen.state().selected, "run_b");
});

Deno.test("keys change the delivery of a patch and the scope of an answer, and the decision uses them", () => {
  const screen = sampleScreen();
  screen.list(A);
  screen.tell({
    kind: "detail",
    detail: { ...sampleDetail(A), deliveries: [], scopes: ["once", "run", "repository"] },
  });
  screen.press("s", "s", "d", "a", "a");
  const choices = screen.effects().flatMap((effect) => effect.effect === "decide" ? [effect.choice] : []);
  assert.deepEqual(choices, [{ decision: "approve", scope: "repository" }]);
  const patch = shownScreen();
  const label = () => {
    const key = KEYS.find(({ names }) => names.includes("d"))!;
    return typeof key.label === "function" ? key.label(patch.state()) : key.label;
  };
  assert.equal(label(), "deliver to the working tree");
  patch.press("d");
  assert.equal(label(), "deliver to a new branch as Ann", "whose commit it would be");
  patch.press("a", "a");
  assert.deepEqual(patch.effects().at(-1), {
    effect: "decide",
    approval: sampleItem("a").approval,
    choice: { decision: "approve", delivery: "branch" },
    shown: { by: "screen" },
  });
});

Deno.test("S starts a service that does not respond, once; the shown content is read again when it is back", () => {
  const screen = shownScreen();
  screen.press("S");
  screen.tell({ kind: "connection", connected: false });
  screen.press("S", "S");
  assert.deepEqual(screen.effects(), [{ effect: "start" }]);
  screen.tell({ kind: "connection", connected: true });
  assert.deepEqual(screen.effects(), [{ effect: "show", row: A, view: "diff" }]);
});

Deno.test("the list of keys can be read to its end on a low terminal; any key but Space closes it", () => {
  const screen = sampleScreen({ height: 14 });
  screen.press("?");
  const tops = new Set<number>();
  while (screen.state().focus === "help") {
    tops.add(screen.state().helpTop);
    screen.press(" ");
  }
  assert.ok(tops.size > 1);
  screen.press("?", "j");
  assert.equal(screen.state().focus, "queue");
});

Deno.test("an unfinished decision about one approval never applies to another that replaced it on the screen", () => {
  for (const keys of [["a"], ["x", "n", "o"], ["r", "n", "o"]]) {
    const screen = shownScreen(100);
    screen.press(...keys);
    screen.list(B);
    screen.tell({ kind: "detail", detail: sampleDetail(B, 100) });
    screen.effects();
    screen.press(keys[0] === "a" ? "a" : "enter");
    assert.deepEqual(screen.effects().filter(({ effect }) => effect === "decide"), [], keys.join(" "));
  }
  const request = shownScreen();
  request.press("w", ..."fix it");
  request.list(B);
  request.press("enter");
  assert.deepEqual(
    request.effects().at(-1),
    { effect: "request", words: "fix it" },
    "a request is for no row",
  );
});

Deno.test("a patch that changed while it was open has to be opened again before one key approves it", () => {
  const changed = shownScreen();
  changed.press("enter");
  const newer = { ...A, version: "another" };
  changed.list(newer, B);
  changed.tell({ kind: "detail", detail: sampleDetail(newer) });
  changed.effects();
  changed.press("a");
  assert.deepEqual(changed.effects(), []);

  const running = sampleScreen();
  const run = sampleRow("run_a", { runId: "run_a", approvalId: null, group: "running", mark: "working" });
  running.list(run);
  running.tell({ kind: "detail", detail: { ...sampleDetail(A), row: run, view: "transcript", item: null } });
  running.press("enter");
  running.list(A);
  running.tell({ kind: "detail", detail: sampleDetail(A) });
  running.effects();
  running.press("a");
  assert.deepEqual(running.effects(), [], "its approval came while the transcript was open");
});

Deno.test("where git names nobody, an approved delivery asks who makes the commit, and goes on with who is named", () => {
  for (
    const [typed, author] of [["", undefined], ["Ann <ann@example.org>", {
      name: "Ann",
      email: "ann@example.org",
    }]] as const
  ) {
    const screen = sampleScreen();
    screen.list(A);
    screen.tell({ kind: "detail", detail: { ...sampleDetail(A), committer: null } });
    screen.effects();
    screen.press("enter", "d", "a");
    assert.deepEqual(screen.effects(), []);
    assert.equal(screen.state().writing?.purpose, "author");
    if (typed !== "") {
      screen.press(..."Ann", "enter");
      assert.deepEqual(screen.effects(), []);
      assert.match(screen.state().said!.text, /a name and an address/);
      screen.press("ctrl-u", ...typed);
    }
    screen.press("enter");
    assert.deepEqual(screen.effects(), [{
      effect: "decide",
      approval: sampleItem("a").approval,
      choice: { decision: "approve", delivery: "branch", ...(author && { author }) },
      shown: { by: "screen" },
    }]);
  }
  const named = shownScreen();
  named.press("enter", "d", "a");
  assert.equal(named.effects().length, 1, "the control: git names somebody");
});
