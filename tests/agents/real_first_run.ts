/** Real opencode, found with its own configuration, and a model, from nothing to an applied patch. `deno task test:agents`. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { CLI, makeRepository } from "../cli/fixture.ts";
import { startTerminal } from "../cli/tmux.ts";
import { denoDirectory } from "../kit/deno_directory.ts";
import { ModelServer } from "../models/server/model_server.ts";
import type { Question } from "../models/server/question.ts";
import { type Reply, says, uses } from "../models/server/reply.ts";
import { planning, works } from "../models/workers/scenario.ts";
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

type Terminal = Awaited<ReturnType<typeof startTerminal>>;
type Answer = (give: () => Promise<unknown>) => Promise<void>;

/** A terminal in an empty home, with a port of its own. */
async function emptyHome(path: string): Promise<Terminal> {
  const free = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = free.addr;
  free.close();
  return await startTerminal("bash --norc --noprofile -i", {
    DENO_DIR: await denoDirectory(),
    PATH: path,
    AGENT_HARNESS_URL: `http://127.0.0.1:${port}`,
    AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0",
    PS1: "$ ",
  });
}

/** Goes from the first command to the applied patch, and says how many answers it took and how long. */
async function firstRun(
  terminal: Terminal,
  most: number,
  connect: (answer: Answer, question: string) => Promise<void>,
): Promise<void> {
  const repository = await makeRepository(join(terminal.directory, "sums"), PROJECT);
  await terminal.type(`cd ${repository}; clear; '${Deno.execPath()}' run -A --quiet '${CLI}'`);
  await terminal.press("Enter");
  let answers = 0;
  const answer: Answer = async (give) => {
    answers++;
    await give();
  };
  await terminal.asks(/Which one\? \[1–\d+\]/);
  await connect(answer, await terminal.shows(/Which one\? \[1–\d+\]/));
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
  say(`${answers} answers, ${seconds} s from the request to the review`);
  assert.ok(answers <= most, `${answers} answers`);
  await terminal.type("q");
  await terminal.shows(/[$#]\s*$/);
  const lock = join(terminal.directory, ".local/share/agent-harness/lock");
  Deno.kill(JSON.parse(await Deno.readTextFile(lock)).pid, "SIGTERM");
  using held = Deno.openSync(lock, { read: true, write: true });
  await held.lock(true);
}

const PATH = Deno.env.get("PATH") ?? "";

Deno.test("opencode that is there: in an empty home from nothing to a reviewed and applied patch, in five answers", async () => {
  const program = join(await installAgent("opencode"), "opencode-linux-x64", "bin");
  await using server = ModelServer.start(model());
  await using terminal = await emptyHome(`${program}:${PATH}`);
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
  await firstRun(terminal, 5, (answer) => answer(() => terminal.send("1")));
  const wire = JSON.stringify(server.questions.map(({ body }) => body));
  const hasRipgrep = findProgram("rg", PATH) !== null;
  assert.equal(!wire.includes("ripgrep execution failed"), hasRipgrep, "opencode searches with ripgrep");
  assert.equal(/Found 1 match/.test(wire), hasRipgrep);
});

Deno.test("a model at an address: in an empty home from nothing to a reviewed and applied patch, in six answers", async () => {
  const edit = { name: "edit_file", input: { path: "add.js", find: "a - b", replace: "a + b" } };
  const script = planning(works({ name: "read_file", input: { path: "add.js" } }, edit));
  await using server = ModelServer.start((question) =>
    JSON.stringify(question.body).includes("one word ready") ? says("ready") : script(question)
  );
  await using terminal = await emptyHome(PATH);
  await firstRun(terminal, 6, async (answer, question) => {
    await answer(() => terminal.send(/\[1–(\d+)\]/.exec(question)![1]!));
    await terminal.asks(/address/i);
    await answer(() => terminal.send(server.baseUrl));
    await terminal.asks(/key/i);
    await answer(() => terminal.press("Enter"));
  });
});
