import assert from "node:assert/strict";
import { substitution } from "../../../services/workforce/recipes/actions/substitute.ts";
import { builtinWorker } from "../../../services/workforce/recipes/worker.ts";
import type { WorkerOutcome } from "../../../services/workforce/workers/worker.ts";
import { withWorkbench } from "./workbench.ts";

function refusedWith(outcome: WorkerOutcome, detail: RegExp, reason = "invalid_input") {
  assert.ok(!outcome.ok, "it was done");
  assert.equal(outcome.reason, reason);
  assert.match(outcome.detail, detail);
}

Deno.test("builtinWorker is always ready", () => {
  assert.deepEqual(builtinWorker.readiness(), { ready: true });
  assert.deepEqual([builtinWorker.provider, builtinWorker.model], ["builtin", "recipe"]);
});

Deno.test("perform does every kind of instruction in order and reports each as a tool", () =>
  withWorkbench({ "a.txt": "one two one\r\n", "old.txt": "x" }, async (bench) => {
    const outcome = await bench.perform(
      [
        'create docs/new.md with "# New\\n"',
        'append "end\\n" to docs/new.md',
        'prepend "start\\n" to docs/new.md',
        'append "made" to made.txt',
        'replace "one" with "$1" in a.txt',
        "rename docs/new.md to deep/er/new.md",
        "delete old.txt",
        "run make it",
      ].join("\n"),
      {
        runCommand: (command) => Promise.resolve({ exitCode: 0, output: `ran ${command}`, timedOut: false }),
      },
    );
    assert.ok(outcome.ok);
    assert.equal(bench.read("deep/er/new.md"), "start\n# New\nend\n");
    assert.equal(bench.read("made.txt"), "made");
    assert.equal(bench.read("a.txt"), "$1 two $1\r\n");
    assert.throws(() => bench.read("old.txt"));
    assert.deepEqual(bench.reports.slice(0, 2), [
      { kind: "tool_started", tool: "create", path: "docs/new.md", summary: "Create docs/new.md" },
      {
        kind: "tool_completed",
        tool: "create",
        path: "docs/new.md",
        summary: "Created docs/new.md",
        shown: { diff: "--- /dev/null\n+++ docs/new.md\n@@ -0,0 +1,1 @@\n+# New\n" },
      },
    ]);
    assert.deepEqual(bench.reports.at(-1), {
      kind: "tool_completed",
      tool: "run",
      summary: "Ran make it",
      output: "ran make it",
      exitCode: 0,
    });
    assert.equal(bench.reports.length, 16);
  }));

Deno.test("perform stops at the first instruction that cannot be done, and says so", () =>
  withWorkbench({ a: "x" }, async (bench) => {
    refusedWith(
      await bench.perform('create a with "y"\ncreate b with "y"'),
      /^a already exists. Change it with replace/,
    );
    assert.equal(bench.read("a"), "x");
    assert.throws(() => bench.read("b"));
    assert.deepEqual(bench.reports.map(({ kind }) => kind), ["tool_started", "tool_failed"]);
  }));

for (
  const [what, instructions, detail] of [
    ["create on a directory", 'create dir with "x"', /dir is a directory\. Name a file in it/],
    ["create under a file", 'create a/b with "x"', /a is a file, not a directory/],
    ["append to a directory", 'append "x" to dir', /is a directory\. Name a file/],
    ["append to a binary file", 'append "x" to binary', /binary is a binary file/],
    ["append to a file that is not UTF-8", 'append "x" to latin1', /not encoded in UTF-8/],
    ["delete of nothing", "delete none", /There is no none to delete\./],
    ["delete of a pattern", "delete *.md", /Delete takes one path, not a pattern/],
    ["rename of nothing", "rename none to b", /There is no none to rename/],
    ["rename onto something", "rename a to dir", /dir already exists/],
    ["rename into itself", "rename dir to dir/sub", /cannot be moved into itself/],
    ["replace in a file that is not there", 'replace "x" with "y" in none', /There is no file none/],
    ["replace in a directory", 'replace "x" with "y" in dir', /dir\/\*\*/],
    [
      "replace of text that is not there",
      'replace "zzz" with "y" in a',
      /Nothing matches "zzz" in a\. Nothing was changed/,
    ],
    [
      "replace of a pattern that is not there",
      'replace /z{3}/ with "y" in a',
      /Nothing matches \/z\{3\}\/ in a\./,
    ],
    [
      "replace where no file matches",
      'replace "x" with "y" in *.zip',
      /No tracked or new file matches \*\.zip/,
    ],
    ["replace of lines in a CRLF file", 'replace "1\\n2" with "y" in crlf', /CRLF/],
    ["a name that is too long", `create ${"n".repeat(300)} with "x"`, /longer than the file system allows/],
  ] as const
) {
  Deno.test(`perform refuses ${what}`, () =>
    withWorkbench({ a: "x", "dir/b": "x", crlf: "1\r\n2" }, async (bench) => {
      bench.write("binary", new Uint8Array([1, 0, 2]));
      bench.write("latin1", new Uint8Array([0xe9, 0x0a]));
      refusedWith(await bench.perform(instructions), detail);
    }));
}

Deno.test("perform refuses paths behind or at symbolic links, git directories and other repositories", () =>
  withWorkbench({ "real/a": "x" }, async (bench) => {
    const outside = `${bench.directory}/../outside`;
    Deno.mkdirSync(outside);
    Deno.writeTextFileSync(`${outside}/victim`, "safe");
    Deno.symlinkSync(outside, `${bench.directory}/out`);
    Deno.symlinkSync("real", `${bench.directory}/in`);
    Deno.symlinkSync(`${outside}/victim`, `${bench.directory}/link`);
    Deno.symlinkSync(`${outside}/fresh`, `${bench.directory}/dangling`);
    bench.write("nested/.git", "gitdir: x");
    bench.write("nested/a", "x");
    for (const path of ["out/x", "out/deep/x", "in/a", "in/x"]) {
      refusedWith(await bench.perform(`create ${path} with "x"`), /behind the symbolic link/);
      refusedWith(await bench.perform(`rename real/a to ${path}`), /behind the symbolic link/);
    }
    refusedWith(await bench.perform("delete out/victim"), /behind the symbolic link/);
    refusedWith(await bench.perform('append "x" to link'), /link is a symbolic link/);
    refusedWith(await bench.perform('replace "safe" with "x" in link'), /link is a symbolic link/);
    refusedWith(await bench.perform('create dangling with "x"'), /already exists/);
    refusedWith(await bench.perform('append "x" to nested/a'), /separate repository/);
    refusedWith(await bench.perform("delete nested"), /separate repository/);
    refusedWith(await bench.perform('append "x" to .git/config'), /git directory/, "unsupported_request");
    assert.deepEqual([...Deno.readDirSync(outside)].map(({ name }) => name), ["victim"]);
    assert.equal(Deno.readTextFileSync(`${outside}/victim`), "safe");
  }));

Deno.test("perform renames and deletes a symbolic link itself", () =>
  withWorkbench({ a: "x" }, async (bench) => {
    Deno.symlinkSync("a", `${bench.directory}/link`);
    assert.ok((await bench.perform("rename link to other\ndelete other")).ok);
    assert.equal(bench.read("a"), "x");
  }));

Deno.test("perform keeps mode, byte order mark and line ends", () =>
  withWorkbench({ "run.sh": "\ufeffone\r\ntwo" }, async (bench) => {
    Deno.chmodSync(`${bench.directory}/run.sh`, 0o755);
    assert.ok((await bench.perform('prepend "zero " to run.sh\nreplace /^two$/m with "2" in run.sh')).ok);
    assert.equal(bench.read("run.sh"), "\ufeffzero one\r\n2");
    assert.equal((Deno.statSync(`${bench.directory}/run.sh`).mode ?? 0) & 0o777, 0o755);
    assert.deepEqual([...Deno.readDirSync(bench.directory)].map(({ name }) => name).sort(), [
      ".git",
      "run.sh",
    ]);
  }));

Deno.test("perform replaces by glob in tracked and new text files only", () =>
  withWorkbench(
    { ".gitignore": "ignored\n", "a.md": "old", "docs/b.md": "old old", "c.txt": "old" },
    async (bench) => {
      bench.write("new.md", "old");
      bench.write("ignored/d.md", "old");
      bench.write("binary.md", "old\0");
      Deno.symlinkSync("a.md", `${bench.directory}/link.md`);
      const outcome = await bench.perform('replace "old" with "new" in **/*.md');
      assert.ok(outcome.ok);
      assert.equal(outcome.summary, "Replaced text in a.md, docs/b.md, new.md.");
      assert.deepEqual(
        ["a.md", "docs/b.md", "new.md", "c.txt", "ignored/d.md", "binary.md"].map(bench.read),
        [
          "new",
          "new new",
          "new",
          "old",
          "old",
          "old\0",
        ],
      );
      assert.ok(Deno.lstatSync(`${bench.directory}/link.md`).isSymlink);
    },
  ));

Deno.test("perform writes nothing when one file of a glob is not UTF-8", () =>
  withWorkbench({ "a.md": "old" }, async (bench) => {
    bench.write("b.md", new Uint8Array([0xe9]));
    refusedWith(await bench.perform('replace "old" with "new" in *.md'), /b\.md is not encoded in UTF-8/);
    assert.equal(bench.read("a.md"), "old");
  }));

Deno.test("perform takes a name with brackets for itself when it exists", () =>
  withWorkbench({ "app/[id]/page.tsx": "old", "app/i/page.tsx": "old" }, async (bench) => {
    assert.ok((await bench.perform('replace "old" with "new" in app/[id]/page.tsx')).ok);
    assert.deepEqual([bench.read("app/[id]/page.tsx"), bench.read("app/i/page.tsx")], ["new", "old"]);
  }));

Deno.test("perform follows JavaScript in regular expressions: first match without g, groups in the new text", () =>
  withWorkbench({ a: "x1 x2", b: "x1 x2" }, async (bench) => {
    assert.ok(
      (await bench.perform('replace /x(\\d)/ with "<$1>" in a\nreplace /X(?<n>\\d)/gi with "$<n>" in b')).ok,
    );
    assert.deepEqual([bench.read("a"), bench.read("b")], ["<1> x2", "1 2"]);
  }));

Deno.test("substitution ends a regular expression that backtracks without end, and continues with the next text", async () => {
  const substitute = substitution({ kind: "regex", source: "^(a+)+$", flags: "" }, "b", 100);
  try {
    await assert.rejects(substitute(`${"a".repeat(60)}!`, "a.txt"), {
      name: "Refusal",
      reason: "timeout",
      message: /longer than 100 ms on a\.txt/,
    });
    assert.equal(await substitute("aa", "b.txt"), "b");
  } finally {
    substitute.close();
  }
});

Deno.test("substitution refuses a result larger than 32 MiB", async () => {
  for (const search of [{ kind: "text", text: "a" }, { kind: "regex", source: "a", flags: "g" }] as const) {
    const substitute = substitution(search, "b".repeat(1_000));
    await assert.rejects(substitute("a".repeat(50_000), "a.txt"), { message: /larger than 32 MiB/ });
    substitute.close();
  }
});

Deno.test("perform tells of a command that fails: its code and last lines", () =>
  withWorkbench({}, async (bench) => {
    const output = Array.from({ length: 50 }, (_, index) => `line ${index}`).join("\n");
    const outcome = await bench.perform("run npm test", {
      runCommand: () => Promise.resolve({ exitCode: 3, output, timedOut: false }),
    });
    refusedWith(
      outcome,
      /^The command `npm test` failed with exit code 3\. Its last lines:\nline 30\n[^]*line 49$/,
      "command_failed",
    );
    assert.deepEqual(bench.reports.at(-1), {
      kind: "tool_failed",
      tool: "run",
      summary: (outcome as { detail: string }).detail,
      output,
      exitCode: 3,
    });
  }));

Deno.test("perform tells of a command that runs out of time", () =>
  withWorkbench({}, async (bench) => {
    const runCommand = () => Promise.resolve({ exitCode: 143, output: "", timedOut: true });
    refusedWith(
      await bench.perform("run x", { runCommand }),
      /`x` timed out\. It printed nothing/,
      "timeout",
    );
  }));

Deno.test("perform rejects with the signal's reason after a command that it ended, and does nothing more", () =>
  withWorkbench({}, async (bench) => {
    const controller = new AbortController();
    const runCommand = () => {
      controller.abort(new Error("stopped"));
      return Promise.resolve({ exitCode: 143, output: "", timedOut: false });
    };
    const done = bench.perform('run x\ncreate a with "x"', { runCommand, signal: controller.signal });
    await assert.rejects(done, { message: "stopped" });
    assert.deepEqual(bench.reports.map(({ kind }) => kind), ["tool_started", "tool_failed"]);
    await assert.rejects(bench.perform('create a with "x"', { signal: controller.signal }), {
      message: "stopped",
    });
    assert.throws(() => bench.read("a"));
  }));

Deno.test("perform does not start when the instructions are not a recipe", () =>
  withWorkbench({}, async (bench) => {
    const outcome = await bench.perform('create a with "x"\nthen be nice');
    refusedWith(
      outcome,
      /^Line 2: "then" is not an instruction[^]*agent-harness connect/,
      "unsupported_request",
    );
    assert.deepEqual(bench.reports, []);
  }));
