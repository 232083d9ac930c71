import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { basename } from "node:path";
import fc from "fast-check";
import { z } from "zod";
import { PARSERS } from "../../packaging/parsers.later.ts";
import { WORKER_ENTRIES } from "../../packaging/program.ts";
import { ParseError } from "../../services/ground/parsing/error.ts";
import type { ParseLimits } from "../../services/ground/parsing/limits.ts";
import { parseUntrusted } from "../../services/ground/parsing/parse_untrusted.ts";
import { withoutPieces } from "../../services/ground/parsing/pieces.ts";
import { PARSER_ARGUMENT } from "../../services/ground/parsing/start_parser.ts";
import { programFile } from "../programs.ts";

const PARSER = import.meta.resolve("./test_parser.ts");

const parse = (text: string, limits: Partial<ParseLimits> = {}, signal?: AbortSignal) =>
  parseUntrusted({
    parser: PARSER,
    input: new TextEncoder().encode(text),
    what: "The test file",
    schema: z.string(),
    limits: { deadlineMilliseconds: 60_000, ...limits },
    ...(signal && { signal }),
  });

async function faultOf(work: Promise<unknown>): Promise<ParseError> {
  const cause = await work.then(() => null, (cause) => cause);
  assert.ok(cause instanceof ParseError, String(cause));
  return cause;
}

/** Processes of this test that are parsers. */
function parsersAlive(): string[] {
  return [...Deno.readDirSync("/proc")].flatMap(({ name }) => {
    try {
      if (
        !/^\d+$/.test(name) ||
        Number(Deno.readTextFileSync(`/proc/${name}/stat`).split(") ")[1]!.split(" ")[1]) !== Deno.pid
      ) return [];
      return Deno.readTextFileSync(`/proc/${name}/cmdline`).includes("test_parser") ? [name] : [];
    } catch {
      return [];
    }
  });
}

Deno.test("what others wrote is parsed in a separate process, and its parser's answer is held to a schema", async () => {
  assert.equal(await parse("upper hello"), "HELLO");
  const other = await faultOf(parse("other"));
  assert.equal(other.reason, "unexpected_output");
  assert.equal(other.message, "The test file could not be read: its parser gave an invalid answer.");
});

Deno.test("a parser that does not end is really ended at its deadline", async () => {
  for (const deed of ["loop", "expression"]) {
    const fault = await faultOf(parse(deed, { deadlineMilliseconds: 100 }));
    assert.equal(fault.reason, "too_slow");
    assert.equal(fault.message, "The test file took more than 100 ms to read and was stopped.");
    if (Deno.build.os === "linux") assert.deepEqual(parsersAlive(), []);
  }
});

Deno.test("a parser that takes ever more memory is ended, and this process continues", async () => {
  for (const deed of Deno.build.os === "linux" ? ["heap", "buffers"] : ["heap"]) {
    const fault = await faultOf(parse(deed, { memoryBytes: 200 * 1024 * 1024 }));
    assert.equal(fault.reason, "too_much_memory");
    assert.equal(fault.message, "The test file took more than 200 MiB of memory to read and was stopped.");
  }
});

Deno.test("a parser answers with no more than it may, breaks off, or complains, in one sentence each", async () => {
  const faults = {
    output: ["too_much_output", "The test file became more than 1000000 bytes when it was read."],
    print: ["too_much_output", "The test file became more than 1000000 bytes when it was read."],
    exit: ["unexpected_output", "The test file could not be read: its parser gave an invalid answer."],
    kill: ["crashed", "The test file could not be read: its parser ended early."],
    stack: ["malformed", "The test file could not be read: Maximum call stack size exceeded."],
    throw: ["malformed", "The test file could not be read: line 3 [31mis wrong."],
  };
  for (const [deed, [reason, message]] of Object.entries(faults)) {
    const fault = await faultOf(parse(deed, { outputBytes: 1_000_000 }));
    assert.deepEqual([fault.reason, fault.message, fault.code], [reason, message, "invalid"], deed);
  }
});

Deno.test("what a parser writes before its answer comes whole and in order, and no more than it may", async () => {
  const parsePieces = (count: number, pieceBytes: number, got: Uint8Array[]) =>
    parseUntrusted({
      parser: PARSER,
      input: new TextEncoder().encode(`pieces ${count}`),
      what: "The test file",
      schema: z.string(),
      limits: { deadlineMilliseconds: 60_000, pieceBytes },
      onPiece: (bytes) => got.push(bytes.slice()),
    });
  const got: Uint8Array[] = [];
  assert.equal(await parsePieces(5, 500_000, got), "written");
  const all = Buffer.concat(got);
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((n) => all.subarray(n * 100_000, (n + 1) * 100_000).every((b) => b === n)),
    [
      true,
      true,
      true,
      true,
      true,
    ],
  );
  const fault = await faultOf(parsePieces(6, 500_000, []));
  assert.equal(fault.message, "The test file became more than 500000 bytes when it was read.");
});

Deno.test("pieces and the answer are the same however the bytes come in portions", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 })),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      async (pieces, portions) => {
        const answer = new TextEncoder().encode('ready\n{"value":1}');
        const heads = pieces.flatMap((piece) => [0, piece.length, 0, 0, 0, ...piece]);
        const bytes = Uint8Array.from([...answer.subarray(0, 6), ...heads, ...answer.subarray(6)]);
        const stream = async function* () {
          for (let at = 0, i = 0; at < bytes.length; i++) {
            const size = portions[i % portions.length]!;
            yield await Promise.resolve(bytes.subarray(at, at += size));
          }
        };
        const got: number[] = [];
        const rest: number[] = [];
        const sink = {
          onPiece: (piece: Uint8Array) => got.push(...piece),
          maxBytes: 1e6,
          exceeded: () => assert.fail(),
        };
        for await (const chunk of withoutPieces(stream(), sink)) rest.push(...chunk);
        assert.deepEqual([got, rest], [pieces.flatMap((piece) => [...piece]), [...answer]]);
      },
    ),
  ));

Deno.test("a parser reads no file, reaches nothing, starts nothing and sees no variable", async () => {
  for (
    const attack of ["read", "list", "write", "connect", "fetch", "run", "environment", "import", "system"]
  ) {
    assert.notEqual(await parse(`attack ${attack}`), "done", attack);
  }
});

Deno.test("a parser gives up every permission, also where it is started with all of them", async () => {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-prompt", "--quiet", new URL(PARSER).pathname],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = command.stdin.getWriter();
  await writer.write(new TextEncoder().encode("attack read"));
  await writer.close();
  const { stdout } = await command.output();
  assert.equal(new TextDecoder().decode(stdout), 'ready\n{"value":"NotCapable"}');
});

Deno.test("parsing is stopped by its caller's signal", async () => {
  const stopping = new AbortController();
  const work = parse("loop", {}, stopping.signal);
  stopping.abort();
  assert.equal((await faultOf(work)).reason, "stopped");
  assert.equal(await parse("upper on"), "ON", "the next one has its turn");
});

Deno.test("a packaged program becomes each of its parsers, and knows all of them", async () => {
  const named = WORKER_ENTRIES.filter((path) =>
    /\bserveParser\(/.test(Deno.readTextFileSync(programFile(path)))
  );
  assert.deepEqual(Object.keys(PARSERS), named.map((path) => basename(path, ".ts")));
  assert.ok(named.length > 0);
  for (const name of Object.keys(PARSERS)) {
    const entry = programFile("packaging/entry.ts");
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--quiet", "--cached-only", entry, PARSER_ARGUMENT, name],
      stdin: "null",
      stdout: "piped",
    });
    const { stdout } = await child.output();
    assert.match(new TextDecoder().decode(stdout), /^ready\n\{"(?:value|fault)":/, name);
  }
});
