import assert from "node:assert/strict";
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

Deno.test("the screen approves with one key what was opened and shown to its last line, and exactly that", () => {
  const screen = shownScreen();
  screen.press("enter", "a");
  const approval = sampleItem("a").approval;
  assert.deepEqual(screen.effects(), [
    { effect: "decide", approval, choice: { decision: "approve", delivery: "tree" } },
  ]);
  assert.equal(screen.state().busy, "Deciding");
  screen.press("a", "a", "x");
  assert.deepEqual(screen.effects(), [], "nothing is decided while a decision is made");
});

Deno.test("a request that is refused can be changed and sent again; what is being written stays", () => {
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

Deno.test("the screen approves what was not opened, or not shown to its end, only at the second press in a row", () => {
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
  assert.equal(jumped.state().seen, 24, "what is scrolled is opened");
});

Deno.test("the screen decides nothing that is no longer what it shows, or is not shown yet", () => {
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

Deno.test("the screen sends work back only with a remark, and rejects with one or none", () => {
  const screen = shownScreen();
  screen.press("r", "enter");
  assert.match(screen.state().said!.text, /what should change/);
  screen.press(..."as asked", "enter");
  const approval = sampleItem("a").approval;
  assert.deepEqual(screen.effects(), [
    { effect: "decide", approval, choice: { decision: "rework", note: "as asked" } },
  ]);
  const refused = shownScreen();
  refused.press("x", "enter");
  assert.deepEqual(refused.effects(), [{ effect: "decide", approval, choice: { decision: "reject" } }]);
  const left = shownScreen();
  left.press("x", "q", "escape");
  assert.deepEqual(left.effects(), []);
});

Deno.test("the screen takes letters as text while something is written, and pasted text never as keys", () => {
  const screen = shownScreen();
  screen.press("enter");
  screen.tell({ kind: "paste", text: "a\nq" });
  assert.deepEqual(screen.effects(), []);
  screen.press("w", ..."fix q");
  screen.tell({ kind: "paste", text: "ui\r\nck" });
  screen.press("👩‍🚀", "backspace", "up", "f1", "alt-x", "ctrl-x", "enter");
  assert.deepEqual(screen.effects(), [{ effect: "request", words: "fix qui\nck" }]);
});

Deno.test("the screen keeps the run that is selected while its place and its approval change, and selects what was asked for", () => {
  const screen = shownScreen();
  screen.press("j");
  screen.list(sampleRow("c"), B, A);
  assert.equal(screen.state().selected, "b");
  const done = sampleRow("run_b", { runId: "run_b", group: "finished", mark: "done" });
  screen.list(sampleRow("c"), A, done);
  assert.equal(screen.state().selected, "run_b");
  screen.tell({ kind: "asked", run: "run_new", number: 9 });
  screen.list(sampleRow("c"), A, sampleRow("run_new", { runId: "run_new" }), done);
  assert.equal(screen.state().selected, "run_new");
  screen.list();
  assert.equal(screen.state().selected, null);
  screen.press("enter", "a", "o", "C", "t", " ", "j", "k");
  assert.deepEqual(screen.effects().filter(({ effect }) => effect !== "show"), []);
});

Deno.test("the screen cancels a run at the second press in a row, and one that has ended never", () => {
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

Deno.test("the screen shows a line that is too wide in several, also after a change of the size, and nothing of it is lost", () => {
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

Deno.test("the queue has what waits for a person first, then what is done now, then what has ended", () => {
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
});

Deno.test("after a decision the screen selects what waits next; only when nothing does, what became of the decided run", () => {
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

Deno.test("the screen turns where a patch goes and how far an answer holds, and decides so", () => {
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
  patch.press("d", "a", "a");
  assert.deepEqual(patch.effects().at(-1), {
    effect: "decide",
    approval: sampleItem("a").approval,
    choice: { decision: "approve", delivery: "branch" },
  });
});

Deno.test("where the service does not answer, S starts it, once; what was shown is read again when it is back", () => {
  const screen = shownScreen();
  screen.press("S");
  screen.tell({ kind: "connection", connected: false });
  screen.press("S", "S");
  assert.deepEqual(screen.effects(), [{ effect: "start" }]);
  screen.tell({ kind: "connection", connected: true });
  assert.deepEqual(screen.effects(), [{ effect: "show", row: A, view: "diff" }]);
});

Deno.test("the list of keys is shown to its end on a low terminal, and any key but Space goes back", () => {
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

Deno.test("what was begun for one approval is never done to another that replaced it on the screen", () => {
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

Deno.test("what changed while it was open has to be opened again before one key approves it", () => {
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
