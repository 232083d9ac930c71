import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { testNeeding } from "../kit/skip.ts";
import { startFixture } from "./fixture.ts";
import { NO_TMUX, terminalPlace } from "./terminal_place.ts";

const TOKEN = "sk-ant-oat01-canary-0123456789abcdefghijklmnop";

/** What stands for a login command: it keeps a file of its own in its home, and ends with the number in the file `code`. */
const SETUP_TOKEN = `#!/bin/sh
[ "$1" = setup-token ] || exit 64
echo mine > "$HOME/.credentials.json"
env > "$(dirname "$0")/environment"
exit $(cat "$(dirname "$0")/code")
`;

type Place = Awaited<ReturnType<typeof terminalPlace>>;

/** Returns a directory with Claude Code and its adapter, and that of Codex. */
async function programs(place: Place): Promise<string> {
  const bin = join(dirname(place.repository), "bin");
  await Deno.mkdir(bin);
  await Deno.writeTextFile(join(bin, "code"), "0");
  await Deno.writeTextFile(join(bin, "claude"), SETUP_TOKEN, { mode: 0o755 });
  await Deno.writeTextFile(join(bin, "claude-agent-acp"), "#!/bin/sh\necho 1.2.3\n", { mode: 0o755 });
  await Deno.writeTextFile(join(bin, "codex-acp"), "#!/bin/sh\necho 1.2.3\n", { mode: 0o755 });
  return bin;
}

const secretsOf = async ({ connection }: Place) =>
  (await connection.call("GET /secrets", { query: { status: "present" } }))
    .map(({ name, kind, metadata }) => ({ name, kind, metadata }));

testNeeding(NO_TMUX, {
  name:
    "connect --login runs the agent's own command in an empty home, asks for what it prints without showing it; disconnect erases it",
  fn: async () => {
    await using place = await terminalPlace();
    const bin = await programs(place);
    await using terminal = await place.terminal({ PATH: `${bin}:${Deno.env.get("PATH")}` });
    const own = join(terminal.directory, ".claude/.credentials.json");
    await Deno.mkdir(dirname(own));
    await Deno.writeTextFile(own, "the person's own");
    const begin = async (line: string) => {
      await terminal.type(`${place.command} ${line}`);
      await terminal.press("Enter");
    };

    await begin("connect claude --login");
    const asked = await terminal.asks(/Run claude setup-token now\? \[y\/N\]/);
    assert.match(asked.replaceAll(/\s+/g, " "), /an empty home directory.*terms may not allow/);
    await terminal.send("y");
    await terminal.asks(/The token that it printed/);
    await terminal.type(`${TOKEN} cut`);
    await terminal.press("Enter");
    await terminal.shows(/not a token of this command/);
    await terminal.asks(/The token that it printed[^]*The token that it printed/);
    await terminal.type(TOKEN);
    await terminal.press("Enter");
    const tried = await terminal.shows(/is now the default model|No sandbox works/);
    assert.ok(!tried.includes("canary"));
    const login = {
      name: "claude-login",
      kind: "agent-login",
      metadata: { address: "https://api.anthropic.com/v1" },
    };
    assert.deepEqual(await secretsOf(place), [login]);
    const environment = await Deno.readTextFile(join(bin, "environment"));
    const home = /^HOME=(.*)$/m.exec(environment)![1]!;
    assert.notEqual(home, terminal.directory);
    assert.throws(() => Deno.statSync(home), Deno.errors.NotFound);
    assert.doesNotMatch(environment, /AGENT_HARNESS/);
    assert.equal(await Deno.readTextFile(own), "the person's own");

    await Deno.writeTextFile(join(bin, "code"), "3");
    await begin("connect claude --login");
    await terminal.asks(/Run claude setup-token now\? \[y\/N\]/);
    await terminal.send("y");
    await terminal.shows(/claude ended with exit code 3\. Nothing was stored\./);
    await begin("connect codex --login");
    await terminal.shows(/Codex.* cannot be given a login: it would have to be inside of the sandbox/);
    assert.deepEqual(await secretsOf(place), [login]);

    await begin("disconnect claude");
    await terminal.asks(/erase the secret claude-login \(agent-login\)\. Continue\? \[y\/n\]/);
    await terminal.send("y");
    await terminal.shows(/Done: erase the secret claude-login/);
    assert.deepEqual(await secretsOf(place), []);
    await place.endStarted();
  },
});

Deno.test("without a terminal, a login is refused and disconnect needs --yes; without anything to erase it says so", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const login = await fixture.main(["connect", "claude", "--login"]);
  assert.equal(login.code, 2);
  assert.match(login.stderr, /--login needs a terminal and the name of an agent/);
  const call = fixture.connection.call;
  await call("POST /providers", {
    body: { id: "near", kind: "openai-compatible", baseUrl: "http://127.0.0.1:9/v1" },
  });
  await call("POST /secrets", {
    body: { name: "near-key", kind: "api-key", provider: "near", value: "sk-0123456789abcdef" },
  });
  const refused = await fixture.main(["disconnect", "near"]);
  assert.equal(refused.code, 2);
  assert.match(
    refused.stderr,
    /erase the secret near-key \(api-key\), remove near from providers\.json.*--yes/,
  );
  assert.ok("near" in await call("GET /providers/health"));
  const done = await fixture.main(["disconnect", "near", "--yes", "--json"]);
  assert.deepEqual(JSON.parse(done.stdout), { erased: ["near-key"], removed: true });
  assert.ok(!("near" in await call("GET /providers/health")));
  assert.deepEqual(await call("GET /secrets", { query: { status: "present" } }), []);
  const unknown = await fixture.main(["disconnect", "near", "--yes"]);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /Unknown provider "near"/);
  const builtin = await fixture.main(["disconnect", "builtin", "--yes"]);
  assert.equal(builtin.code, 2);
  assert.match(builtin.stderr, /builtin has no key or login here .* nothing to erase/);
});
