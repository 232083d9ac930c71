import assert from "node:assert/strict";
import { main } from "../../commands/main.ts";
import { fakeShell } from "./fixture.ts";

/** Returns what a wrong command line prints, without the line about --help. */
async function mistake(...args: string[]): Promise<string[]> {
  const { shell, printed } = fakeShell(null);
  assert.equal(await main(args, shell), 2, args.join(" "));
  assert.equal(printed.stdout, "");
  return printed.stderr.trimEnd().split("\n").filter((line) => !line.startsWith("(add --help"));
}

Deno.test("a path as an argument of a command that takes --repo: the error shows the command with --repo", async () => {
  const commands = [
    "repos defaults",
    "repos dial",
    "repos set",
    "repos admit",
    "runs create",
    "runs list",
    "demo",
  ];
  for (const command of commands) {
    assert.deepEqual(await mistake(...command.split(" "), "./my repository"), [
      `✗ agent-harness ${command} takes no argument. To name the repository: ` +
      `agent-harness ${command} --repo './my repository'`,
    ]);
  }
  assert.deepEqual(await mistake("audit", "verify", "packet.json", "."), [
    "✗ agent-harness audit verify takes one argument. To name the repository: " +
    "agent-harness audit verify packet.json --repo .",
  ]);
  assert.deepEqual(await mistake("repos", "dial", "closed"), [
    "✗ agent-harness repos dial takes no argument. Use an option: agent-harness repos dial --dial closed",
  ]);
});

Deno.test("too many arguments: the error does not repeat them, since one may be a secret", async () => {
  assert.deepEqual(await mistake("secrets", "set", "my-key", "an-example-value"), [
    "✗ agent-harness secrets set takes no argument.",
  ]);
});

Deno.test("an unknown command: the error names the commands that were probably meant", async () => {
  const expected: Record<string, string[]> = {
    "list": ["runs list", "approvals queue", "repos list"],
    "approvals list": ["approvals queue"],
    "approvals ls": ["approvals queue"],
    "show": ["runs get <run>", "approvals get <approval>"],
    "apply": ["review [approval]"],
    "approve": ["review [approval]", "approvals approve <approval>"],
    "cancel": ["runs cancel <run>"],
    "automations create": ["automations set"],
    "workflows check": ["workflows validate <file>"],
    "schedules": ["automations list"],
    "runs show": ["runs get <run>"],
    "planner ls": ["planner list"],
    "providers list": ["providers health"],
    "alerts ls": ["alerts get"],
    "oauth list": ["oauth accounts"],
    "financelink list": ["financelink connections"],
    "events list": ["events tail"],
    "approvals decide": ["review [approval]"],
    "setup": ["init [directory]", "connect [model]"],
    "login": ["connect [model]"],
    "logout": ["disconnect <provider>"],
    "restore": ["backup restore <path> [directory]"],
    "backups restore": ["backup restore <path> [directory]"],
    "install": ["service install [system]"],
    "inbox": ["notifications list"],
    "kill": ["runs cancel <run>"],
    "web": ["open"],
  };
  for (const [typed, meant] of Object.entries(expected)) {
    assert.deepEqual(await mistake(...typed.split(" ")), [
      `✗ unknown command '${typed}'. Did you mean:`,
      ...meant.map((command) => `  agent-harness ${command}`),
    ]);
  }
  assert.deepEqual(await mistake("aprove"), [
    "✗ unknown command 'aprove'. Did you mean:",
    "  agent-harness review [approval]",
    "  agent-harness approvals approve <approval>",
  ]);
  assert.deepEqual(await mistake("statu"), [
    "✗ unknown command 'statu'. Did you mean:",
    "  agent-harness status",
  ]);
  assert.deepEqual(await mistake("providers", "tset"), [
    "✗ unknown command 'providers tset'. Did you mean:",
    "  agent-harness providers test <provider>",
  ]);
  assert.deepEqual(await mistake("secrts"), ["✗ unknown command 'secrts'", "(Did you mean secrets?)"]);
  assert.deepEqual(await mistake("xyzzy"), ["✗ unknown command 'xyzzy'"]);
});

Deno.test("a missing argument: the error shows the command with its arguments", async () => {
  assert.deepEqual(await mistake("run"), [
    "✗ missing required argument 'request': agent-harness run <request>",
  ]);
});

Deno.test("an argument that an option with several values has taken: the error says where to write it", async () => {
  assert.deepEqual(await mistake("capsule", "verify", "--signer", "SHA256:abc", "fix.capsule"), [
    "✗ missing required argument 'file': agent-harness capsule verify <file>. " +
    "All that follows --signer belongs to it, so write <file> before it",
  ]);
});

Deno.test("several words that are no command: the error says how to request work, and does not repeat them", async () => {
  const hint = 'To request work, put the words in quotes: agent-harness "fix the tests"';
  assert.deepEqual(await mistake("mend", "the", "parser"), ["✗ unknown command 'mend'", hint]);
  assert.equal((await mistake("add", "a", "test")).at(-1), hint);
  assert.deepEqual(await mistake("mend", "--all", "the", "tests"), ["✗ unknown command 'mend'"]);
});

Deno.test("a missing or wrong option: the error shows its values, or an example", async () => {
  assert.deepEqual(await mistake("approvals", "approve", "approval_1"), [
    "✗ --actor-type is missing. It is human or coordinator.",
  ]);
  const [json] = await mistake("automations", "set", "--name", "n", "--trigger", '{"kind"', "--action", "{}");
  assert.match(json!, /^✗ --trigger takes JSON, such as {"kind":"schedule","cron":"0 3 \* \* \*"}: /);
});

Deno.test("a run's number is no approval: the error shows how to decide the run", async () => {
  const decide = ["approve", "#7", "--actor-type", "human"];
  const confirmed = ["--reviewed-evidence", "--reviewed-hashes", "--reviewed-policy-class"];
  assert.deepEqual(await mistake("approvals", ...decide, ...confirmed), [
    "✗ A decision needs the id of the approval, since #7 is a run. To review and decide it: agent-harness review 7",
  ]);
});

Deno.test("names of the API and of other programs lead to the option and the commands that are meant", async () => {
  for (const command of [["run"], ["runs", "create"], ["runs", "list"]]) {
    const [line] = await mistake(...command, "--repo-path", "/x");
    assert.match(line!, /^✗ unknown option '--repo-path'\. Did you mean --repo\?$/);
  }
  assert.deepEqual((await mistake("history")).slice(1), [
    "  agent-harness logs",
    "  agent-harness runs list",
  ]);
});

Deno.test("an option for what a variable sets leads to the variable, and what it was set to is not repeated", async () => {
  const [port] = await mistake("serve", "--port", "4555");
  assert.equal(
    port,
    "✗ unknown option '--port'. A variable sets it: AGENT_HARNESS_PORT=… agent-harness serve",
  );
  assert.match(
    (await mistake("init", "--storage-dir", "/x"))[0]!,
    /AGENT_HARNESS_STORAGE_DIR=… agent-harness init$/,
  );
  const token = (await mistake("status", "--token=abc-secret")).join("\n");
  assert.match(token, /AGENT_HARNESS_TOKEN=… agent-harness status/);
  assert.doesNotMatch(token, /abc-secret/);
});

Deno.test("too little or too much: the error says the limit in plain words", async () => {
  assert.deepEqual(await mistake("planner", "add", ""), ["✗ --quick-add is invalid: it must not be empty."]);
});
