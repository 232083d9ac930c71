import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { Conversation, kindsOf } from "./conversation.ts";

const FILES = {
  "src/retry.ts":
    "const LIMIT = 3;\n\nexport function retryDelay(count: number) {\n  return count * LIMIT;\n}\n",
  "src/use.ts": 'import { retryDelay } from "./retry.ts";\nretryDelay(1);\n',
  "tests/retry_test.ts": "retryDelay(2);\n",
  "README.md": "Retries are capped.\n",
};

Deno.test("POST …/messages: `where is …?` is answered without a model, with file, line and the line itself, definitions first", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const asked = await talk.say("Where are retries computed?", { repoPath: repository.root });
  assert.deepEqual([asked.turn.intent, kindsOf(asked)], ["look", ["answered"]]);
  assert.match(asked.reply, /^"retries" is on 1 line/);
  const { reply } = await talk.say("where is `retryDelay`?", { repoPath: repository.root });
  assert.match(reply, /is on 4 lines in 3 files/);
  assert.match(reply, /```\nsrc\/retry\.ts:3 {2}export function retryDelay\(count: number\) \{\n/);
  assert.match(reply, new RegExp(`commit ${repository.git("rev-parse", "HEAD").slice(0, 7)}`));
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST …/messages: files are listed, read by line, searched, and their history is told; each says what is not there", async () => {
  using repository = TestRepository.make(FILES);
  repository.commit({ "src/use.ts": "retryDelay(9);\n" }, "use: Wait longer");
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const ask = async (content: string) => (await talk.say(content, { repoPath: repository.root })).reply;
  assert.match(await ask("list files in src"), /```\nsrc\/retry\.ts\nsrc\/use\.ts\n```/);
  assert.match(await ask("show src/retry.ts:3-4"), /Lines 3 to 4 of 5 of `src\/retry\.ts`/);
  assert.match(await ask("read src/retry.ts:4"), /src\/retry\.ts:4 {4}return count \* LIMIT;/);
  assert.match(await ask("search for LIMIT"), /2 lines in 1 file/);
  assert.match(await ask("history of src/use.ts"), /Test: use: Wait longer\n.*Test: change/);
  assert.match(await ask("search for nowhere"), /No committed line of .* contains "nowhere"/);
  assert.match(await ask("read src/none.ts"), /src\/none\.ts is not a committed file/);
  assert.match(await ask("read src/retry.ts:900"), /has only 5 lines, so line 900 does not exist/);
  repository.write({ "src/new.ts": "uncommitted\n" });
  assert.match(await ask("search for uncommitted"), /No committed line/);
  const inside = await talk.say("list files", { repoPath: join(repository.root, "src") });
  assert.match(inside.reply, /```\nretry\.ts\nuse\.ts\n```/);
  const without = await Conversation.begin(h);
  assert.match((await without.say("list files")).reply, /In which repository\?/);
});

Deno.test("POST …/messages: nothing outside of a repository is read through it: `..`, symbolic links, submodules", async () => {
  using repository = TestRepository.make(FILES);
  const outside = temporaryDirectory();
  Deno.writeTextFileSync(join(outside, "private.txt"), "kept-apart\n");
  Deno.symlinkSync(join(outside, "private.txt"), join(repository.root, "link.txt"));
  Deno.symlinkSync(outside, join(repository.root, "linked"));
  const nested = new TestRepository(join(repository.root, "nested"));
  Deno.mkdirSync(nested.root);
  nested.git("init", "-q", "-b", "main");
  nested.commit({ "private.txt": "kept-apart\n" });
  repository.git("add", "-A");
  repository.git("commit", "-qm", "links");
  // Another file takes the place of a committed one.
  Deno.removeSync(join(repository.root, "README.md"));
  Deno.symlinkSync(join(outside, "private.txt"), join(repository.root, "README.md"));
  const up = `../${outside.split("/").at(-1)}/private.txt`;
  const ways = [up, "link.txt", "linked/private.txt", "nested/private.txt", "README.md"];
  const reachable = ways.filter((way) => {
    try {
      return Deno.readTextFileSync(join(repository.root, way)).includes("kept-apart");
    } catch {
      return false;
    }
  });
  assert.deepEqual(reachable, ways, "the control: each way leads out for who opens files");
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const ask = async (content: string) => (await talk.say(content, { repoPath: repository.root })).reply;
  for (const way of [...ways, join(outside, "private.txt"), "./src/../link.txt"]) {
    assert.doesNotMatch(await ask(`read ${way}`), /kept-apart/, way);
  }
  assert.match(await ask("read link.txt"), /is a symbolic link/);
  assert.match(await ask("read ./nested"), /is a submodule/);
  assert.match(await ask("read README.md"), /Retries are capped/);
  assert.match(await ask("search for kept-apart"), /No committed line/);
  assert.doesNotMatch(await ask("list files"), /private\.txt/);
});

Deno.test("POST …/messages: an agent reads only a repository that a human has used here", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  const ask = async (as: "agent" | "operator") =>
    (await talk.say("read src/retry.ts", { repoPath: repository.root }, as)).reply;
  assert.match(await ask("agent"), /No human has used .* here, so agents cannot read it/);
  assert.match(await ask("operator"), /retryDelay/, "the control");
  const { runId } = await talk.say('create b.md with "b"', { repoPath: repository.root });
  await h.settled(runId!);
  assert.match(await ask("agent"), /retryDelay/);
});

Deno.test("POST …/messages: what looks like a key does not come out of a repository, and binary and large files are refused", async () => {
  const key = `sk-${"proj"}-${"Ab3dEf6hIj9kLm2nOp5q".repeat(2)}`;
  using repository = TestRepository.make({
    "keys.ts": `export const key = "${key}";\n`,
    "data.bin": "a\0b",
    "large.txt": "line\n".repeat(500_000),
  });
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const ask = async (content: string) => (await talk.say(content, { repoPath: repository.root })).reply;
  for (const content of ["read keys.ts", "search for key"]) {
    const reply = await ask(content);
    assert.match(reply, /keys\.ts:1/);
    assert.ok(!reply.includes(key), reply);
  }
  assert.match(await ask("read data.bin"), /is a binary file/);
  assert.match(await ask("read large.txt"), /larger than 2 MiB/);
  assert.ok((await ask("search for line")).length < 4000);
});
