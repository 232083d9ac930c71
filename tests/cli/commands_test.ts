import assert from "node:assert/strict";
import { commandNamed, describedCommand, listCommands } from "../../commands/derived/commands.ts";
import { RECORDED } from "../../commands/derived/recording.ts";
import { HAND_WRITTEN } from "../../commands/program.later.ts";
import { main } from "../../commands/main.ts";
import { buildWholeProgram } from "../../commands/program.ts";
import { api } from "../../routes/mod.ts";
import { fakeShell } from "./fixture.ts";

const whole = () => buildWholeProgram({ shell: fakeShell(null).shell, finish: () => {} });

Deno.test("commands: every endpoint has one of its own, and it can be built with all its flags", async () => {
  const commands = await listCommands();
  assert.deepEqual(commands.map(({ key }) => key).sort(), Object.keys(api).sort());
  const words = commands.map((command) => command.words.join(" "));
  assert.deepEqual(words.filter((one, i) => words.indexOf(one) !== i), [], "the same words twice");
  assert.deepEqual(commands.filter((command) => command.words[0]! in HAND_WRITTEN), []);

  const program = await whole();
  for (const command of commands) {
    const found = command.words.reduce(
      (parent, word) => parent?.commands.find((one) => one.name() === word),
      program as typeof program | undefined,
    );
    assert.ok(found, command.words.join(" "));
    assert.equal(found.description(), command.summary);
    const parameters = [...command.key.matchAll(/:(\w+)/g)].length;
    const { argument } = await describedCommand(command);
    assert.equal(
      found.registeredArguments.length,
      parameters + (argument || command.key === RECORDED ? 1 : 0),
      command.key,
    );
    assert.ok(found.options.some((option) => option.long === "--json"), command.key);
  }
});

Deno.test("commands: each is found by its words, regardless of what follows them", async () => {
  const commands = await listCommands();
  for (const { key, words } of commands) {
    assert.equal(commandNamed(commands, [...words, "x", "y"])?.key, key);
  }
});

Deno.test("commands: a nested field is a dotted flag, a list is a repeatable one, and a name in use gets a prefix", async () => {
  const program = await whole();
  const flags = (...words: string[]) => {
    const command = words.reduce(
      (parent, word) => parent.commands.find((one) => one.name() === word)!,
      program,
    );
    return command.options.map((option) => option.long);
  };
  const create = flags("runs", "create");
  for (const flag of ["--request", "--repo", "--worker.provider", "--verifier.command", "--json-body"]) {
    assert.ok(create.includes(flag), flag);
  }
  const asset = flags("runs", "research-asset");
  assert.ok(asset.includes("--url") && asset.includes("--body.url"));
  assert.ok(flags("approvals", "approve").includes("--reviewed-hashes"));
  assert.ok(flags("runs", "artifact-file").includes("--output"));
});

Deno.test("commands: the name of an inherited property is not a command", async () => {
  for (const word of ["constructor", "toString"]) {
    const { shell, printed } = fakeShell(null);
    assert.equal(await main([word], shell), 2, printed.stderr);
    assert.match(printed.stderr, /unknown command/);
  }
});

Deno.test("commands: no flag takes a token", async () => {
  const program = await whole();
  const all = [program];
  for (const command of all) all.push(...command.commands);
  const named = all.flatMap((command) => command.options.filter(({ required }) => required))
    .filter(({ long, flags }) => /(?:token|secret|password)$/.test(long ?? "") && !flags.endsWith("<file>"));
  assert.deepEqual(named.map(({ flags }) => flags), []);
});
