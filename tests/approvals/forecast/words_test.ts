import assert from "node:assert/strict";
import { forecastSummary, forecastWords, type ShownForecast } from "../../../client/forecast_words.ts";
import { createForecastStore, sharedRepositories } from "../../../ui/approvals/forecast/store.ts";
import { TestRepository } from "../../git.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { changingHarness, forecastOf, resultOf } from "./trial.ts";

const LINES = Array.from({ length: 20 }, (_, i) => `line ${i + 1}\n`);
const changed = (line: number, to: string) => [{ path: "a.txt", to: LINES.with(line - 1, to).join("") }];

Deno.test("a result says what it conflicts with and where, what is rebased, what is in another one, and what to apply first", async () => {
  using repository = TestRepository.make({ "a.txt": LINES.join("") });
  await using h = await changingHarness();
  const all = [
    [{ path: "a.txt", to: LINES.toSpliced(9, 5, "ten to fourteen\n").join("") }],
    changed(11, "eleven\n"),
    changed(13, "thirteen\n"),
    changed(13, "thirteen\n"),
    [{ path: "b.txt", to: "b\n" }],
  ];
  const ids: string[] = [];
  const titles: string[] = [];
  for (const changes of all) {
    const { id, title } = pendingOf(await resultOf(h, repository, changes));
    ids.push(id);
    titles.push(title);
  }
  const forecast = await forecastOf(h, repository);
  const saidOf = (index: number) => {
    const { notes, advice } = forecastWords(forecast, ids[index]!);
    const named = (text: string) =>
      titles.reduce((all, title, i) => all.replace(`#${i + 1} ${title}`, `#${i}`), text);
    return {
      notes: notes.map(({ id, before, after }) => `${before}#${ids.indexOf(id)}${after}`).sort(),
      advice: advice && named(advice),
    };
  };
  assert.deepEqual(saidOf(0), {
    notes: [1, 2, 3].map((other) => `Conflicts with #${other}: a.txt lines 10-14.`),
    advice: "Apply #1 first. This one then has to be reworked.",
  });
  assert.deepEqual(saidOf(1), {
    notes: [
      "Changes the same files as #2. Whichever is applied second can be rebased without conflict.",
      "Changes the same files as #3. Whichever is applied second can be rebased without conflict.",
      "Conflicts with #0: a.txt lines 10-14.",
    ],
    advice: "Apply this first.",
  });
  assert.ok(saidOf(2).notes.includes("Everything in it is in #3 as well. Apply only one of them."));
  assert.deepEqual(saidOf(4), { notes: [], advice: null });
  const { words, first } = forecastSummary(forecast)!;
  assert.equal(words, `4 of 5 open results of ${repository.root.split("/").at(-1)} conflict.`);
  assert.equal(first?.id, forecast.results.find(({ id }) => id !== ids[4])!.id, "the first that fits");
  assert.equal(forecastSummary({ ...forecast, pairs: [] }), null);
  const none = forecast.results.map((each) => ({ ...each, fits: false }));
  assert.equal(forecastSummary({ ...forecast, results: none })?.first, null);
});

const RESULT = { runId: "r", runNumber: null, outcome: "clean" as const, files: [], fits: true };
const THEIRS = [
  { ...RESULT, id: "a", title: "Add a" },
  { ...RESULT, id: "b", title: "Add b", fits: false },
  { ...RESULT, id: "c", title: "Add c" },
];
const found = (first: string, then: string | null, more: Partial<ShownForecast["combinations"][number]>) => ({
  id: `${first}+${then}`,
  first,
  then,
  outcome: "passed" as const,
  detail: "",
  failures: [],
  output: "",
  toCommit: false,
  ...more,
});
const forecastWith = (...combinations: ShownForecast["combinations"]): ShownForecast => ({
  repoPath: "/home/me/shop",
  results: THEIRS,
  pairs: [],
  combinations,
  verifications: { limit: 20, today: 1 },
  leftOut: { results: 0, pairs: 0, combinations: 0 },
});

Deno.test("a result says with which others it fails, with how many it passes, and why it was not verified with the rest", () => {
  const failures = Array.from({ length: 6 }, (_, i) => `test ${i}`);
  const red = forecastWith(
    found("a", "b", { outcome: "failed", failures, output: "it broke" }),
    found("a", "c", {}),
  );
  assert.deepEqual(forecastWords(red, "b"), {
    notes: [{
      id: "a",
      title: "Add a",
      before: "Passes alone, and fails together with ",
      after: ": test 0, test 1, test 2, test 3, test 4 and 1 more.",
      hinders: "failure",
      output: "it broke",
    }],
    advice: "Apply Add a first. This one then has to be reworked.",
    current: null,
    verified: [],
  });
  const { advice, verified } = forecastWords(red, "a");
  assert.deepEqual([advice, verified], ["Apply this first.", ["Verified together with 1 other: passed."]]);
  assert.deepEqual(forecastSummary(red), {
    words: "Add a and Add b pass alone and fail together.",
    first: { id: "a", title: "Add a" },
  });
  const why = { outcome: "unknown" as const, detail: "It is too hot." };
  assert.deepEqual(forecastWords(forecastWith(found("a", "b", why), found("a", "c", why)), "a").verified, [
    "Not verified together with 2 others: It is too hot.",
  ]);
  const waiting = forecastWith(found("a", "b", { outcome: "waiting" }));
  assert.deepEqual(forecastWords(waiting, "b").verified, [
    "Verified together with 1 other as soon as a slot is idle.",
  ]);
  assert.equal(forecastSummary(waiting), null);
});

Deno.test("what was found of a result on the current files is said in a sentence, and when a rebase takes it over", () => {
  const said = (more: Partial<ShownForecast["combinations"][number]>) => {
    const { current, advice } = forecastWords(forecastWith(found("a", null, more)), "a");
    return [current?.words, current?.isReady, advice];
  };
  assert.deepEqual(said({}), ["Rebased onto the current files and verified: passed.", true, null]);
  assert.deepEqual(said({ toCommit: true }), [
    "Rebased onto the current files and verified: passed. Commit what was applied, and a rebase takes that over.",
    false,
    null,
  ]);
  assert.deepEqual(forecastSummary(forecastWith(found("c", null, { outcome: "failed" }))), {
    words: "Add c fails on the current files.",
    first: null,
  });
  assert.deepEqual(said({ outcome: "failed", detail: "It ended with exit code 1." }), [
    "Rebased onto the current files, it fails: It ended with exit code 1.",
    false,
    "This one has to be reworked.",
  ]);
  assert.deepEqual(said({ outcome: "flaky", failures: ["both.words"] }), [
    "Rebased onto the current files, it failed once and passed once: both.words.",
    false,
    null,
  ]);
  assert.deepEqual(said({ outcome: "unknown", detail: "It is too hot." }), [
    "Not verified on the current files: It is too hot.",
    false,
    null,
  ]);
  assert.deepEqual(said({ outcome: "waiting" }), [
    "It is verified on the current files as soon as a slot is idle.",
    false,
    null,
  ]);
});

Deno.test("a page asks about repositories in which several results wait, and again while pairs are left out and become fewer", async () => {
  using repository = TestRepository.make({ "a.txt": LINES.join(""), "web/b.txt": "b\n" });
  using other = TestRepository.make();
  await using h = await changingHarness();
  await resultOf(h, repository, changed(1, "one\n"));
  await resultOf(h, repository, [{ path: "b.txt", to: "B\n" }], { below: "/web" });
  await resultOf(h, other, [{ path: "a.txt", to: "A\n" }]);
  const { items } = await h.operator("GET /approvals/queue");
  assert.deepEqual(sharedRepositories(items), [repository.root]);

  const whole = await forecastOf(h, repository);
  const asked: number[] = [5, 3, 3];
  const left = asked.values();
  const call = () => Promise.resolve({ ...whole, leftOut: { results: 0, pairs: left.next().value ?? 0 } });
  const store = createForecastStore({ call: call as never });
  await store.show([repository.root]);
  assert.deepEqual([...left], [], "three times, and not a fourth");
  assert.deepEqual(store.forecasts.value.map(({ leftOut }) => leftOut.pairs), [3]);
});
