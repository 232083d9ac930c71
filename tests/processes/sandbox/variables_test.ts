import assert from "node:assert/strict";
import { join } from "node:path";
import { runProcess } from "../../../services/machine/processes/run.ts";
import { TestRepository } from "../../git.ts";
import { harness } from "../../harness.ts";
import { sandboxTest } from "../../sandbox.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { Enclosure } from "./enclosure.ts";

/** Variables by which the loader of each program writes a file, as `LD_PRELOAD` has it run code. */
const traceInto = (directory: string) => ({ LD_DEBUG: "files", LD_DEBUG_OUTPUT: join(directory, "trace") });

const written = (directory: string): string[] =>
  [...Deno.readDirSync(directory)].map(({ name }) => name).filter((name) => name.startsWith("trace."));

sandboxTest("sandbox: variables of a command node reach no program outside of it", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n" });
  const outside = temporaryDirectory();
  try {
    const env = { ...traceInto(outside), SEEN: "given" };
    const nodes = [{ id: "look", kind: "command", with: { command: 'echo "$SEEN $LD_DEBUG"', env } }];
    await using h = await harness({ workers: 1 });
    const tried = await h.operator("POST /workflow-test-runs/run", {
      body: { source: JSON.stringify({ name: "probe", nodes }), mode: "sandbox", repoPath: repository.root },
    });
    assert.match(JSON.stringify(tried.trace), /given files/, "the command has them");
    assert.deepEqual(written(outside), []);
    await runProcess({
      command: "true",
      directory: outside,
      environment: traceInto(outside),
      signal: new AbortController().signal,
      timeoutMilliseconds: 60_000,
      outputLimit: 1_000,
      onSpawn: () => {},
    });
    assert.ok(written(outside).length > 0, "the control");
  } finally {
    Deno.removeSync(outside, { recursive: true });
  }
});

sandboxTest("sandbox: any variable has its value, also a large one, and an empty one", async () => {
  using enclosure = new Enclosure();
  const environment = {
    EMPTY: "",
    LINES: "a\n--setenv\n'\"$(b)",
    LARGE: "x".repeat(100_000),
    PATH: "/usr/bin:/bin",
  };
  const { output } = await enclosure.run(
    'printf "%s|%s|%s|%s" "${EMPTY-unset}" "$LINES" "${#LARGE}" "$PATH"',
    {
      environment,
    },
  );
  assert.equal(output, `|${environment.LINES}|100000|${environment.PATH}`);
});
