import assert from "node:assert/strict";
import { denoDirectory } from "../kit/deno_directory.ts";
import { runCli, startFixture } from "./fixture.ts";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { testNeeding } from "../kit/skip.ts";
import { startTerminal } from "./tmux.ts";

const NOBODY = { AGENT_HARNESS_URL: "http://127.0.0.1:1" };

async function offered(words: string[], environment: Record<string, string> = NOBODY): Promise<string[]> {
  const { code, stdout, stderr } = await runCli(["__complete", "--", ...words], { environment });
  assert.equal(code, 0);
  assert.equal(stderr, "");
  return stdout.split("\n").filter((line) => line !== "").map((line) => line.split("\t")[0]!);
}

Deno.test("__complete: commands, verbs, flags, values of flags and files; nothing for invalid words", async () => {
  const [roots, verbs, flags, value, assigned, split, shells, files, nothing, used] = await Promise.all([
    offered(["ru"]),
    offered(["runs", "li"]),
    offered(["runs", "list", "--st"]),
    offered(["runs", "list", "--status", "wa"]),
    offered(["runs", "list", "--status=wa"]),
    offered(["runs", "list", "--status", "=", "wa"]),
    offered(["completions", ""]),
    offered(["init", ""]),
    offered(["no-such-command", "x", ""]),
    offered(["run", "x", "--watch", "--wat"]),
  ]);
  assert.deepEqual(roots, ["run", "runs"]);
  assert.deepEqual(verbs, ["list"]);
  assert.deepEqual(flags, ["--status"]);
  assert.deepEqual(value, ["waiting"]);
  assert.deepEqual(assigned, ["--status=waiting"]);
  assert.deepEqual(split, ["waiting"]);
  assert.deepEqual(shells, ["bash", "zsh", "fish"]);
  assert.deepEqual(files, [":files"]);
  assert.deepEqual(nothing, []);
  assert.deepEqual(used, []);
});

Deno.test("__complete: ids come from a running service; without one there are none, and no error", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const { id, approvalId } = await fixture.waitingRun('create b.txt with "b"', root);
  const environment = { AGENT_HARNESS_URL: fixture.url };
  const [runs, bare, review, byFlag, silent] = await Promise.all([
    offered(["runs", "get", ""], environment),
    offered(["watch", id.slice(4, 12)], environment),
    offered(["review", "app"], environment),
    offered(["runs", "cancel", "--url", fixture.url, "run_"]),
    offered(["runs", "get", ""]),
  ]);
  assert.deepEqual(runs, [id]);
  assert.deepEqual(bare, [id.slice(4)]);
  assert.deepEqual(review, [approvalId]);
  assert.deepEqual(byFlag, [id]);
  assert.deepEqual(silent, []);
});

Deno.test("completions: for an unknown shell, the error names the known ones", async () => {
  const { code, stderr } = await runCli(["completions", "bsh"]);
  assert.equal(code, 2);
  assert.match(stderr, /bash, zsh, fish/);
  assert.match(stderr, /Did you mean bash\?/);
});

const SHELLS = [
  { name: "bash", start: "bash --norc --noprofile -i", load: (file: string) => `source ${file}` },
  {
    name: "zsh",
    start: "zsh -f -i",
    load: (file: string) => `autoload -Uz compinit; compinit -u; source ${file}`,
  },
  { name: "fish", start: "fish --no-config", load: (file: string) => `source ${file}` },
] as const;

for (const { name, start, load } of SHELLS) {
  const missing = ["tmux", name].filter((program) =>
    findProgram(program, Deno.env.get("PATH") ?? "") === null
  );
  const title = `completions: ${name} completes a command, a flag, a value and an id in a real terminal`;
  testNeeding(missing.length === 0 ? null : `Run: apt-get install ${missing.join(" ")}`, {
    name: title,
    fn: async () => {
      await using fixture = await startFixture();
      const root = await fixture.repository();
      const { id } = await fixture.waitingRun('create b.txt with "b"', root);
      const environment = { AGENT_HARNESS_URL: fixture.url, DENO_DIR: await denoDirectory(), PS1: "$ " };
      await using terminal = await startTerminal(start, environment);
      const script = `${terminal.directory}/completions`;
      await Deno.writeTextFile(script, (await runCli(["completions", name])).stdout);
      await terminal.type(
        `${load(script)}; echo loaded-$((40 + 2))`.replace(
          "$((40 + 2))",
          name === "fish" ? "(math 40+2)" : "$((40 + 2))",
        ),
      );
      await terminal.press("Enter");
      await terminal.shows(/^loaded-42/m);
      await terminal.type("agent-harness runs artifact-i");
      await terminal.press("Tab");
      await terminal.shows(/runs artifact-index\b/);
      await terminal.press("C-u");
      await terminal.type("agent-harness runs list --sta");
      await terminal.press("Tab");
      await terminal.shows(/runs list --status\b/);
      await terminal.type("wai");
      await terminal.press("Tab");
      await terminal.shows(/--status waiting/);
      await terminal.press("C-u");
      await terminal.type("agent-harness runs get run_");
      await terminal.press("Tab");
      await terminal.shows(new RegExp(`runs get ${id}`));
    },
  });
}
