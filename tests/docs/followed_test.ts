import assert from "node:assert/strict";
import { join } from "node:path";
import { SANDBOX } from "../sandbox.ts";
import { type Block, blocksOf, WRITTEN } from "./pages/written.ts";
import { Reader, TEST_COMMAND } from "./reader.ts";
import { commandsOf, filledIn, follow } from "./steps.ts";

/** The languages of blocks that are commands, requests and files; of others only the form is looked at. */
const FOLLOWED = ["sh", "http", "json", "yaml"];
const FILES = ["json", "yaml"];

const SERVE = /(?:\btask|\bagent-harness) serve$/m;

for (const { path, text } of WRITTEN) {
  const blocks = blocksOf(text).filter(({ language }) => FOLLOWED.includes(language));
  if (blocks.every(({ language }) => FILES.includes(language))) continue;
  Deno.test(`${path}: every command and request does what the page says, one after the other`, async () => {
    await using reader = await Reader.make();
    const starts = blocks.some(({ language, content }) =>
      language === "sh" && SERVE.test(commandsOf(content).join("\n"))
    );
    if (!starts) await reader.serve("agent-harness serve");
    for (const block of blocks) await step(reader, block, path);
    if (path === "README.md") {
      const made = await Deno.readTextFile(join(reader.home, "my", "repository", "docs", "NOTE.md"));
      assert.equal(made, "hello");
    }
  });
}

/** A file is put where it belongs; commands are run, requests are sent. */
async function step(reader: Reader, { language, title, content, line }: Block, path: string): Promise<void> {
  if (FILES.includes(language)) return title === "" ? undefined : await writeFile(reader, title, content);
  if (language === "http") return await send(reader, await filledIn(reader, content));
  for (const command of commandsOf(content)) {
    await follow(reader, command).catch((cause: Error) => {
      throw new Error(`${path}, line ${line}: ${cause.message}`, { cause });
    });
  }
}

/** Writes a file of the storage directory, or of the home directory if its path begins there. */
async function writeFile({ home, storage }: Reader, path: string, content: string): Promise<void> {
  const file = path.startsWith("~/") ? join(home, path.slice(2)) : join(storage, path);
  await Deno.writeTextFile(file, allowed(content));
}

/** Where no sandbox works a program is started only if its provider says so, as the page does. */
function allowed(content: string): string {
  if (SANDBOX !== null) return content;
  Deno.stderr.writeSync(
    new TextEncoder().encode("No sandbox works here: programs of the pages run without one.\n"),
  );
  return content.replaceAll('"kind": "command",', '"kind": "command", "allowUnsandboxed": true,');
}

/** Sends a request as it stands on the page: its line, its headers, an empty line, its body. */
async function send(reader: Reader, text: string): Promise<void> {
  const [head = "", ...rest] = text.trimEnd().split("\n\n");
  const [first = "", ...fields] = head.split("\n");
  const [method = "", target = ""] = first.split(" ");
  const headers = new Headers(fields.map((field) => field.split(": ", 2) as [string, string]));
  const token = reader.environment.AGENT_HARNESS_TOKEN;
  if (token) headers.set("authorization", `Bearer ${token}`);
  const body = rest.length > 0 ? rest.join("\n\n").replaceAll('"~/', `"${reader.home}/`) : null;
  const response = await fetch(reader.url + target, { method, headers, body });
  const answer = await response.text();
  assert.ok(response.status < 400, `${first}: ${response.status} ${answer}`);
  assert.equal(response.headers.get("x-agent-harness-ignored"), null, first);
}

Deno.test("the README's test command is the one that CI runs", () => {
  const { text } = WRITTEN.find(({ path }) => path === "README.md")!;
  const commands = blocksOf(text).flatMap(({ content }) => commandsOf(content));
  assert.ok(commands.includes(TEST_COMMAND), TEST_COMMAND);
});

Deno.test("a package that a page installs is a file to npm: dist/x.tgz would be a repository on GitHub", () => {
  const installs = WRITTEN.flatMap(({ text }) => [...text.matchAll(/npm install [^`\n]*?(\S+\.tgz)/g)]);
  assert.deepEqual(installs.map(([, file]) => file), ["./dist/agent-harness-0.1.0.tgz"]);
});

Deno.test("a page whose command fails is found", async () => {
  await using reader = await Reader.make();
  await assert.rejects(follow(reader, "agent-harness no-such-command"), /ended with 2/);
  await assert.rejects(follow(reader, "npx --yes deno@1.0.0 task demo"), /not the Deno that CI runs/);
});
