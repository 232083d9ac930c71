import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { type Log, openLog } from "../../services/ground/kernel/log.ts";
import { temporaryDirectory } from "../temporary.ts";

const LIMIT = 64 * 1024;
const MEBIBYTE = 1024 * 1024;

/** Lets `work` log without a word on the terminal. */
function silently(log: Log, work: (log: Log) => void): void {
  const [stdout, stderr] = [Deno.stdout.writeSync, Deno.stderr.writeSync];
  Deno.stdout.writeSync = Deno.stderr.writeSync = (bytes) => bytes.length;
  try {
    work(log);
  } finally {
    [Deno.stdout.writeSync, Deno.stderr.writeSync] = [stdout, stderr];
  }
}

/** The lines of one log of a service, as the API gives them. */
const tail = async (h: Awaited<ReturnType<typeof harness>>, stream: "stdout" | "stderr") =>
  await h.operator("GET /control-plane/logs", { query: { stream } });

Deno.test("GET /control-plane/logs gives the stream that is asked for, stdout without one, and [] before there is any", async () => {
  await using h = await harness();
  assert.deepEqual((await tail(h, "stderr")).lines, []);
  Deno.mkdirSync(`${h.directory}/logs`);
  Deno.writeTextFileSync(`${h.directory}/logs/stdout.log`, "out\n");
  Deno.writeTextFileSync(`${h.directory}/logs/stderr.log`, "first\nsecond\n");
  assert.deepEqual((await tail(h, "stderr")).lines.map(({ text }) => text), ["first", "second"]);
  const { stream, lines, truncated } = await h.operator("GET /control-plane/logs");
  assert.deepEqual([stream, lines.map(({ text }) => text), truncated], ["stdout", ["out"], false]);
});

Deno.test("GET /control-plane/logs is bounded: the end of a large log, in whole lines, whatever is in it", async () => {
  await using h = await harness();
  Deno.mkdirSync(`${h.directory}/logs`);
  const line = (i: number) => `line ${i} ${"é💥".repeat(20)}`;
  const text = Array.from({ length: 5000 }, (_, i) => `${line(i)}\n`).join("");
  Deno.writeTextFileSync(`${h.directory}/logs/stdout.log`, text);
  const log = await tail(h, "stdout");
  assert.equal(log.truncated, true);
  assert.equal(log.limitBytes, LIMIT);
  assert.ok(JSON.stringify(log).length < 2 * LIMIT);
  assert.equal(log.lines.at(-1)?.text, line(4999));
  const first = 5000 - log.lines.length;
  assert.deepEqual(log.lines.map(({ text }) => text), log.lines.map((_, i) => line(first + i)));
  Deno.writeFileSync(`${h.directory}/logs/stderr.log`, new Uint8Array(LIMIT * 2).fill(0xff));
  assert.ok((await tail(h, "stderr")).lines.length <= 1);
});

Deno.test("openLog turns a full file over, keeps one older one, and writes with mode 0600", () => {
  const directory = temporaryDirectory();
  const log = openLog(directory, () => new Date("2026-01-02T03:04:05.678Z"));
  const message = "x".repeat(200_000);
  silently(log, ({ info }) => {
    for (let i = 0; i < 14; i++) info(`${i} ${message}`);
  });
  const files = [...Deno.readDirSync(`${directory}/logs`)].map(({ name }) => name).sort();
  assert.deepEqual(files, ["stdout.log", "stdout.log.1"]);
  for (const name of files) {
    const { size, mode } = Deno.statSync(`${directory}/logs/${name}`);
    assert.ok(size <= MEBIBYTE, `${name}: ${size}`);
    assert.equal(mode! & 0o777, 0o600, name);
  }
  assert.match(Deno.readTextFileSync(`${directory}/logs/stdout.log`), /^2026-01-02T03:04:05\.678Z 1[0-3] x/);
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("openLog writes causes as their messages, without a stack, on one line", () => {
  const directory = temporaryDirectory();
  const log = openLog(directory, () => new Date(0));
  const cause = new Error("outer\nforged line", { cause: new TypeError("inner") });
  silently(log, ({ error }) => error("It failed", cause));
  const text = Deno.readTextFileSync(`${directory}/logs/stderr.log`);
  assert.match(text, /It failed: outer.forged line; inner\n$/);
  assert.equal(text.split("\n").length, 2, text);
  assert.doesNotMatch(text, /\bat .*:\d+/);
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("a log that cannot be written stops nothing", () => {
  const directory = temporaryDirectory();
  const log = openLog(directory, () => new Date());
  Deno.removeSync(`${directory}/logs`, { recursive: true });
  silently(log, ({ info, error }) => {
    info("nowhere to go");
    error("nor here", new Error("x"));
  });
  Deno.removeSync(directory, { recursive: true });
});
