import assert from "node:assert/strict";
import { join } from "node:path";
import { z } from "zod";
import { fieldsOf } from "../../commands/derived/schema_fields.ts";
import { checkInput, readInput } from "../../commands/derived/input.ts";
import type { Endpoint } from "../../routes/endpoint.ts";
import { startFixture } from "./fixture.ts";

const nested = z.object({ provider: z.string(), model: z.string().optional() }).meta({
  id: "fieldsTestNested",
});
const endpoint: Endpoint = {
  summary: "",
  access: "operator",
  cli: "test",
  output: z.object({}),
  query: z.object({ since: z.union([z.string(), z.number()]).optional() }),
  body: z.object({
    worker: nested.optional(),
    count: z.number().optional(),
    loud: z.boolean().default(true),
    tags: z.array(z.string()).optional(),
    parent: z.string().nullable().optional(),
    when: z.union([z.iso.date(), z.object({ at: z.iso.datetime() })]).nullable().optional(),
    release: z.union([z.literal("same"), z.number()]).optional(),
    url: z.string().optional(),
    value: z.string().meta({ writeOnly: true }).optional(),
    files: z.array(z.object({ name: z.string(), mediaType: z.string(), contentBase64: z.string() }))
      .optional(),
    anything: z.record(z.string(), z.unknown()).optional(),
  }),
};

Deno.test("fields: the help says once what null does", () => {
  const body = z.object({
    parent: z.string().nullish().describe("what it belongs to"),
    setup: z.string().nullish().describe("runs first; null for none"),
  });
  const { query: _, ...others } = endpoint;
  const said = fieldsOf({ ...others, body }).map(({ description }) => description);
  assert.deepEqual(said, ["what it belongs to; null clears it", "runs first; null for none"]);
});

Deno.test("fields: what null clears is a flag, and so is each field within it", async () => {
  const server = z.object({ host: z.string(), port: z.number().optional() });
  const { query: _, ...others } = endpoint;
  const fields = fieldsOf({ ...others, body: z.object({ server: server.nullish() }) });
  assert.deepEqual(fields.map(({ flag, required }) => [flag, required]), [
    ["server", false],
    ["server.host", false],
    ["server.port", false],
  ]);
  const read = async (options: Record<string, string>) => (await readInput(fields, options)).body;
  assert.deepEqual(await read({ server: "null" }), { server: null });
  assert.deepEqual(await read({ "server.host": "a", "server.port": "25" }), {
    server: { host: "a", port: 25 },
  });
  assert.deepEqual(await read({ server: '{"host":"a"}', "server.port": "25" }), {
    server: { host: "a", port: 25 },
  });
});

Deno.test("fields: each kind of schema becomes a kind of flag", () => {
  const kinds = Object.fromEntries(fieldsOf(endpoint).map(({ flag, kind }) => [flag, kind]));
  assert.deepEqual(kinds, {
    since: "text",
    "worker.provider": "text",
    "worker.model": "text",
    count: "number",
    loud: "boolean",
    tags: "list",
    parent: "text",
    when: "text or json",
    release: "text or json",
    "body.url": "text",
    value: "secret",
    files: "files",
    anything: "json",
  });
});

Deno.test("fields: flags become the input; secrets and files are read from their paths", async () => {
  const directory = await Deno.makeTempDir({ prefix: "agent-harness-test-cli-" });
  try {
    await Deno.writeTextFile(join(directory, "secret"), "s3cret\n");
    await Deno.writeTextFile(join(directory, "notes.md"), "# Notes\n");
    const { query, body } = await readInput(fieldsOf(endpoint), {
      since: "5",
      "worker.provider": "builtin",
      count: "3",
      loud: false,
      tags: ["a", "b"],
      parent: "null",
      "body.url": "https://example.org",
      value: join(directory, "secret"),
      files: [join(directory, "notes.md")],
      anything: '{"a":[1]}',
    });
    assert.deepEqual(query, { since: "5" });
    assert.deepEqual(body, {
      worker: { provider: "builtin" },
      count: 3,
      loud: false,
      tags: ["a", "b"],
      parent: null,
      url: "https://example.org",
      value: "s3cret",
      files: [{ name: "notes.md", mediaType: "text/markdown", contentBase64: "IyBOb3Rlcwo=" }],
      anything: { a: [1] },
    });
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("fields: an error names the flag", async () => {
  const refused = async (options: Record<string, unknown>) => {
    const fields = fieldsOf(endpoint);
    checkInput(endpoint, { fields }, await readInput(fields, options));
  };
  await assert.rejects(refused({ count: "many" }), /--count must be a number, not "many"/);
  await assert.rejects(refused({ "worker.model": "m" }), /--worker\.provider is missing/);
  await assert.rejects(
    refused({ anything: "{" }),
    /--anything takes JSON.*: expected .+ at line 1, column 2\.$/,
  );
  await assert.rejects(refused({ anything: "s3cret" }), /--anything takes JSON.*: unexpected 's'\.$/);
  await assert.rejects(refused({ anything: '{"a":' }), /--anything takes JSON.*: it ends too early\.$/);
  await assert.rejects(refused({ files: ["/nowhere"] }), /Could not read the file \/nowhere/);
});

Deno.test("an argument that is missing is called what help calls it, and not by a flag", async () => {
  await using fixture = await startFixture();
  for (const [words, name] of [["research preview", "page"], ["research search", "query"]] as const) {
    const ended = await fixture.run(words.split(" "));
    assert.deepEqual([ended.code, ended.stderr.trim()], [2, `✗ The ${name} is missing.`]);
    const { stdout } = await fixture.run([...words.split(" "), "--help"]);
    const [, examples = ""] = stdout.split("Examples:");
    assert.doesNotMatch(examples, /--body\.url|--query/);
  }
});

Deno.test("fields: what may be text or an object is typed as it is, or as JSON", async () => {
  const read = async (flag: string, typed: string) => {
    const fields = fieldsOf(endpoint);
    const input = await readInput(fields, { [flag]: typed });
    checkInput(endpoint, { fields }, { ...input, body: { worker: { provider: "builtin" }, ...input.body } });
    return input.body[flag];
  };
  assert.equal(await read("when", "2026-12-20"), "2026-12-20");
  assert.equal(await read("when", '"2026-12-20"'), "2026-12-20");
  assert.deepEqual(await read("when", '{"at":"2026-12-20T10:00:00Z"}'), { at: "2026-12-20T10:00:00Z" });
  assert.equal(await read("when", "null"), null);
  assert.equal(await read("release", "same"), "same");
  assert.equal(await read("release", "3"), 3);
  await assert.rejects(read("when", "tomorrow"), /--when is invalid/);
  await assert.rejects(read("when", '{"at":'), /--when takes text or JSON/);
});
