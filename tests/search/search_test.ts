import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { AGENT, type Harness, harness } from "../harness.ts";
import { runToRest } from "../runs/scenario.ts";
import { tablesWith, uniqueWord } from "./tables_with.ts";

const found = async (h: Harness, query: Record<string, string>) =>
  (await h.operator("GET /search", { query })).items;
const kinds = async (h: Harness, query: string) => (await found(h, { query })).map(({ kind }) => kind);

Deno.test("GET /search: requests, patches, outputs, reports, remarks and notes of a run are found, and erased with it", async () => {
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make();
  const words = {
    run: uniqueWord("request"),
    diff: uniqueWord("content"),
    artifact: uniqueWord("verifier"),
    summary: uniqueWord("report"),
    note: uniqueWord("note"),
    remark: uniqueWord("remark"),
  };
  const { id } = await h.operator("POST /coordinator/runs", {
    body: {
      request: `create ${words.run}.md with "${words.diff}"`,
      repoPath: repository.root,
      verifier: { command: `echo ${words.artifact}` },
    },
  });
  const waiting = await h.settled(id);
  const params = { id };
  await h.operator("POST /runs/:id/coordinator-report", { params, body: { reason: words.summary } });
  await h.operator("POST /runs/:id/research-notes", { params, body: { content: words.note } });
  await h.operator("POST /approvals/:id/reject", {
    params: { id: waiting.waitingFor!.id },
    body: { actorType: "human", disposition: "abandon", reviewerNote: words.remark },
  });
  await h.settled(id);
  for (const [kind, sought] of Object.entries(words)) {
    const hits = await found(h, { query: sought, kind });
    assert.ok(hits.length > 0, kind);
    for (const hit of hits) {
      assert.deepEqual([hit.kind, hit.runId, hit.runNumber], [kind, id, 1]);
      assert.ok(hit.snippet.includes(sought), `${kind}: ${hit.snippet}`);
    }
    assert.ok(tablesWith(h, sought).some((name) => name.startsWith("search_words_")), kind);
  }
  await h.operator("POST /runs/:id/delete", { params });
  for (const [kind, sought] of Object.entries(words)) {
    assert.deepEqual(await found(h, { query: sought }), [], kind);
    assert.deepEqual(tablesWith(h, sought), [], kind);
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /search?path=: the runs whose patch changes a file, by its end, and no file of a like name", async () => {
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make();
  const one = await runToRest(h, repository, { request: 'create src/retry.ts with "x"' });
  const two = await runToRest(h, repository, { request: 'create other/src/retry.ts with "y"' });
  await runToRest(h, repository, { request: 'create src/retry.ts.md with "z"' });
  const runs = async (path: string) => (await found(h, { path })).map(({ runId }) => runId);
  assert.deepEqual(await runs("retry.ts"), [two.id, one.id]);
  assert.deepEqual(await runs("./src/retry.ts"), [two.id, one.id]);
  assert.deepEqual(await runs("other/src/retry.ts"), [two.id]);
  assert.deepEqual(await runs("etry.ts"), []);
  assert.deepEqual(await runs('"'), []);
});

Deno.test("GET /search?path= with a query or a kind: only patches that also contain the words, and no other kind", async () => {
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make();
  const one = await runToRest(h, repository, { request: 'create src/retry.ts with "backoff"' });
  const two = await runToRest(h, repository, { request: 'create src/retry.ts with "jitter"' });
  const runs = async (query: Record<string, string>) => (await found(h, query)).map(({ runId }) => runId);
  assert.deepEqual(await runs({ path: "src/retry.ts", query: "jitter" }), [two.id]);
  assert.deepEqual(await runs({ path: "src/retry.ts", query: "backoff", kind: "diff" }), [one.id]);
  assert.deepEqual(await runs({ path: "src/retry.ts", query: "flibbertigibbet" }), []);
  assert.deepEqual(await runs({ path: "src/retry.ts", query: "" }), [two.id, one.id]);
  assert.deepEqual(await runs({ path: "src/retry.ts", query: "#1" }), [one.id]);
  for (const kind of ["run", "log"]) assert.deepEqual(await runs({ path: "src/retry.ts", kind }), [], kind);
  const [hit] = await found(h, { path: "src/retry.ts", query: "jitter" });
  assert.match(hit!.snippet, /jitter/);
});

Deno.test("GET /search: what is in no run is found too: conversations, memory, documents and the log", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  const { id } = await h.operator("POST /coordinator/conversations", { body: {} });
  await h.operator("POST /coordinator/conversations/:id/messages", {
    params: { id },
    body: { content: "what is a flibbertigibbet" },
  });
  await h.operator("POST /memory", {
    body: {
      type: "preference",
      scope: "global",
      content: "Prefer gadzookery in tests.",
      source: { kind: "human", id: "me" },
    },
  });
  await h.operator("POST /projects/context", {
    body: {
      projectPath: repository.root,
      title: "Rules",
      documentType: "note",
      content: "Avoid snollygosters.",
    },
  });
  const [message] = await found(h, { query: "flibbertigibbet", kind: "message" });
  assert.equal(message!.conversationId, id);
  assert.deepEqual(await kinds(h, "gadzookery"), ["memory"]);
  const at = "2026-01-02T03:04:05.678Z";
  Deno.mkdirSync(join(h.directory, "logs"), { recursive: true });
  for (const [file, line] of [["stdout", "began the bumfuzzle"], ["stderr", "ended the bumfuzzle"]]) {
    Deno.writeTextFileSync(join(h.directory, "logs", `${file}.log`), `${at} ${line}\n`);
  }
  const lines = (await found(h, { query: "the BUMF" })).map((
    { kind, part, snippet, at },
  ) => [kind, part, snippet, at]);
  assert.deepEqual(lines, [["log", "stderr", "ended the bumfuzzle", at], [
    "log",
    "stdout",
    "began the bumfuzzle",
    at,
  ]]);
  assert.deepEqual(await kinds(h, "bumfuzzle ended"), ["log"]);
  const [document] = await found(h, { query: "snolly" });
  assert.deepEqual([document!.kind, document!.title, document!.snippet], [
    "document",
    "Rules",
    "Avoid snollygosters.",
  ]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /search: a snippet shows no secret, also one that was learnt after the text", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  const secret = "correct-horse-battery-staple-9876";
  await h.operator("POST /coordinator/runs", {
    body: { request: `say hello with ${secret} please`, repoPath: repository.root },
  });
  const shown = async () =>
    (await found(h, { query: "hello" })).map(({ snippet, title }) => snippet + title).join();
  assert.ok((await shown()).includes(secret), "the control: nobody knows yet that it is a secret");
  h.service.redactor.know(secret, "a test's secret");
  for (const query of ["hello", "battery", "staple"]) {
    for (const hit of await found(h, { query })) {
      assert.doesNotMatch(JSON.stringify(hit), /horse|battery|staple/, query);
    }
  }
});

Deno.test("GET /search: whatever is typed is words, bounded, and the operator's alone", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  await h.operator("POST /coordinator/runs", {
    body: { request: "one two three", repoPath: repository.root },
  });
  const typed = [
    '"',
    "AND",
    "NOT one",
    "words : x",
    "{title} : x",
    "one NEAR two",
    "^one",
    "(((",
    "*",
    "\u0000",
    "one'--",
  ];
  for (const query of typed) {
    assert.equal((await h.json("GET", `/search?query=${encodeURIComponent(query)}`)).status, 200, query);
  }
  assert.deepEqual(await kinds(h, "kindisrun"), []);
  assert.deepEqual(await kinds(h, "two thr"), ["run"]);
  await h.operator("POST /coordinator/runs", { body: { request: "one more", repoPath: repository.root } });
  const page = async (offset: number) =>
    await h.operator("GET /search", { query: { query: "one", limit: 1, offset } });
  const [newest, oldest] = [await page(0), await page(1)];
  assert.deepEqual([newest.more, newest.items[0]!.runNumber], [true, 2]);
  assert.deepEqual([oldest.more, oldest.items[0]!.runNumber], [false, 1]);
  assert.deepEqual(await kinds(h, "#1"), ["run"]);
  assert.equal((await found(h, { query: "#1", kind: "run" })).length, 1);
  const [byNumber] = await found(h, { query: "#1" });
  assert.deepEqual(await found(h, { query: ` ${byNumber!.runId} ` }), [byNumber], "an id names a run, too");
  assert.deepEqual(await found(h, { query: "#1", kind: "diff" }), [], "a number names a run, not a patch");
  assert.equal((await h.json("GET", `/search?query=${"x".repeat(1001)}`)).status, 400);
  assert.equal((await h.json("GET", "/search")).status, 400);
  assert.equal((await h.json("GET", "/search?query=x&limit=101")).status, 400);
  assert.equal((await h.json("GET", "/search?query=one", undefined, AGENT)).status, 403);
});

Deno.test("GET /search: a snippet that ends within what looks like a key shows no half of it", async () => {
  await using h = await harness();
  const { id } = await h.operator("POST /coordinator/conversations", { body: {} });
  const key = `ghp_${"a1B2c3D4e5".repeat(4)}`;
  for (const length of [190, 200, 210, 220]) {
    const content = `xylograph ${"word ".repeat(50)}`.slice(0, length) +
      ` ${key} and more ${"word ".repeat(50)}`;
    await h.operator("POST /coordinator/conversations/:id/messages", { params: { id }, body: { content } });
  }
  const hits = await found(h, { query: "xylograph", kind: "message" });
  assert.equal(hits.length, 4);
  for (const { snippet } of hits) assert.doesNotMatch(snippet, /ghp_\w/);
  using repository = TestRepository.make();
  const request = `say hello ${"a ".repeat(85)}${key}`;
  await h.operator("POST /coordinator/runs", { body: { request, repoPath: repository.root } });
  const [run] = await found(h, { query: "hello", kind: "run" });
  assert.doesNotMatch(JSON.stringify(run), /ghp_\w/);
});

Deno.test("GET /search: the pages after the texts go on with the lines of the log, each once", async () => {
  await using h = await harness();
  const { id } = await h.operator("POST /coordinator/conversations", { body: {} });
  for (const content of ["bumfuzzle one", "bumfuzzle two", "bumfuzzle three"]) {
    await h.operator("POST /coordinator/conversations/:id/messages", { params: { id }, body: { content } });
  }
  Deno.mkdirSync(join(h.directory, "logs"), { recursive: true });
  const lines = Array.from({ length: 5 }, (_, i) => `2026-01-02T03:04:0${i}.678Z bumfuzzle ${i}\n`);
  Deno.writeTextFileSync(join(h.directory, "logs", "stdout.log"), lines.join(""));
  const page = (query: string, limit: number, offset: number) =>
    h.operator("GET /search", { query: { query, limit, offset } });
  const all = (await page("bumfuzzle", 100, 0)).items.map((hit) => hit.id);
  assert.ok(all.length >= 8);
  for (const limit of [1, 2, 3, 4]) {
    const paged: string[] = [];
    for (let more = true; more;) {
      const { items, more: isMore } = await page("bumfuzzle", limit, paged.length);
      assert.equal(items.length, isMore ? limit : items.length);
      paged.push(...items.map((hit) => hit.id));
      more = isMore;
    }
    assert.deepEqual(paged, all, `${limit} at a time`);
  }
});

Deno.test("GET /search: a snippet shows the match in a text without blanks, too", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  const texts = {
    lines: `${"line\n".repeat(60)}widdershins\n${"line\n".repeat(60)}`,
    wide: `${"长".repeat(200)}。widdershins。${"长".repeat(200)}`,
    later: `${"x-".repeat(200)}widdershins${"-x".repeat(90)} and a blank ${"-x".repeat(90)}`,
    pair: `${"\u{1F600}".repeat(100)},widdershins,${"\u{1F600}".repeat(200)}`,
  };
  for (const [name, text] of Object.entries(texts)) {
    const title = `a ${name}`;
    await h.operator("POST /projects/context", {
      body: { projectPath: repository.root, title, documentType: "note", content: text },
    });
    const hit = (await found(h, { query: `${name} widdershins` })).find((each) => each.title === title);
    assert.match(hit!.snippet, /^… .*widdershins/, name);
    assert.ok(!hit!.snippet.includes("\uFFFD"), hit!.snippet);
  }
});
