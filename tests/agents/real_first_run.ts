/** Real opencode, found with its own configuration, from nothing to an applied patch. `deno task test:agents`. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { CLI, makeRepository } from "../cli/fixture.ts";
import { startTerminal } from "../cli/tmux.ts";
import { denoDirectory } from "../kit/deno_directory.ts";
import { ModelServer } from "../models/server/model_server.ts";
import type { Question } from "../models/server/question.ts";
import { type Reply, says, uses } from "../models/server/reply.ts";
import { installAgent } from "./install.ts";

/** A project whose test fails until its one mistake is mended. */
const PROJECT = {
  "package.json": '{ "name": "sums", "scripts": { "test": "node --test" } }\n',
  "add.js": "exports.add = (a, b) => a - b;\n",
  "add.test.js":
    'require("node:test")("adds", () => require("node:assert").equal(require("./add.js").add(1, 2), 3));\n',
};

/** The model behind opencode: it answers the test call, looks for the mistake, and mends it. */
function model(): (question: Question) => Reply {
  let step = 0;
  return (question) => {
    const text = JSON.stringify(question.body);
    if (text.includes("one word ready")) return says("ready");
    const directory = /(\/\S*\/workspaces\/[\w-]+\/[\w-]+)/.exec(text)?.[1];
    if (question.tools.length === 0 || !directory) return says("A title");
    step++;
    if (step === 1) return uses({ name: "grep", input: { pattern: "a - b", path: directory } });
    if (step > 2) return says("`add` added nothing; it does now.");
    const input = { filePath: `${directory}/add.js`, oldString: "a - b", newString: "a + b" };
    return uses({ name: "edit", input });
  };
}

const say = (text: string): void => void Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));

Deno.test("opencode that is there: in an empty home from nothing to a reviewed and applied patch, in five answers", async () => {
  const program = join(await installAgent("opencode"), "opencode-linux-x64", "bin");
  await using server = ModelServer.start(model());
  const free = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = free.addr;
  free.close();
  await using terminal = await startTerminal("bash --norc --noprofile -i", {
    DENO_DIR: await denoDirectory(),
    PATH: `${program}:${Deno.env.get("PATH")}`,
    AGENT_HARNESS_URL: `http://127.0.0.1:${port}`,
    AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0",
    PS1: "$ ",
  });
  const configuration = join(terminal.directory, ".config/opencode");
  await Deno.mkdir(configuration, { recursive: true });
  const provider = {
    near: {
      npm: "@ai-sdk/openai-compatible",
      options: { baseURL: server.baseUrl },
      models: { "test-model": {} },
    },
  };
  await Deno.writeTextFile(
    join(configuration, "opencode.json"),
    JSON.stringify({ model: "near/test-model", provider }),
  );
  const repository = await makeRepository(join(terminal.directory, "sums"), PROJECT);
  await terminal.type(`cd ${repository}; clear; '${Deno.execPath()}' run -A --quiet '${CLI}'`);
  await terminal.press("Enter");
  let answers = 0;
  const answer = async (give: () => Promise<unknown>) => {
    answers++;
    await give();
  };
  await terminal.asks(/Which one\? \[1–\d+\]/);
  await answer(() => terminal.send("1"));
  await terminal.asks(/Use the verifier\? \[Y\/n\]/);
  await answer(() => terminal.press("Enter"));
  await terminal.shows(/w {2}request work in sums/);
  await terminal.type("w");
  await terminal.shows(/What should be done\?/);
  await answer(() => terminal.send("fix the tests"));
  const asked = performance.now();
  await terminal.shows(/a approve/);
  const seconds = ((performance.now() - asked) / 1000).toFixed(1);
  await answer(() => terminal.type("a"));
  const shown = await terminal.shows(/Press a again[^]*a approve|Approved and applied/);
  if (!shown.includes("Approved and applied")) await terminal.type("a"); // it confirms the same review
  await terminal.shows(/Approved and applied/);
  assert.match(await Deno.readTextFile(join(repository, "add.js")), /a \+ b/);
  assert.ok(answers <= 5, `${answers} answers`);
  say(`${answers} answers, ${seconds} s from the request to the review`);
  const wire = JSON.stringify(server.questions.map(({ body }) => body));
  const hasRipgrep = findProgram("rg", Deno.env.get("PATH") ?? "") !== null;
  assert.equal(!wire.includes("ripgrep execution failed"), hasRipgrep, "opencode searches with ripgrep");
  assert.equal(/Found 1 match/.test(wire), hasRipgrep);
  await terminal.type("q");
  await terminal.shows(/[$#]\s*$/);
  const lock = join(terminal.directory, ".local/share/agent-harness/lock");
  Deno.kill(JSON.parse(await Deno.readTextFile(lock)).pid, "SIGTERM");
  using held = Deno.openSync(lock, { read: true, write: true });
  await held.lock(true);
});
