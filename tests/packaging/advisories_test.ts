import assert from "node:assert/strict";
import { join } from "node:path";
import { concerns, readAdvisories } from "../../packaging/packages/advisories.ts";
import { zipOf } from "../skills/archives.ts";
import { temporaryDirectory } from "../temporary.ts";

type Events = readonly Record<string, string>[];

const advisory = (events: Events, more: Record<string, unknown> = {}) => ({
  id: "OSV-1",
  summary: "It does what it should not.",
  affected: [{
    package: { ecosystem: "npm", name: "small" },
    ranges: [{ type: "SEMVER", events }],
    ...more,
  }],
});

/** Reads advisories that are in a file. */
async function read(content: unknown, name = "one.json") {
  const directory = temporaryDirectory();
  try {
    const file = join(directory, name);
    if (content instanceof Uint8Array) await Deno.writeFile(file, content);
    else await Deno.writeTextFile(file, typeof content === "string" ? content : JSON.stringify(content));
    return await readAdvisories(name.includes("/") ? directory : file);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Which of some versions of a package an advisory concerns. */
async function concerned(content: unknown, versions: readonly string[], name = "small"): Promise<string[]> {
  const [one] = await read(content);
  return versions.filter((version) => concerns(one!, { name, version }));
}

Deno.test("an advisory concerns the versions between what introduced and what fixed it, by the order of semver", async () => {
  const versions = ["0.9.0", "1.0.0-rc.1", "1.0.0", "1.2.0-beta", "1.2.0", "1.10.0", "2.0.0"];
  const events = [{ introduced: "1.0.0" }, { fixed: "1.2.0" }];
  assert.deepEqual(await concerned(advisory(events), versions), ["1.0.0", "1.2.0-beta"]);
  assert.deepEqual(await concerned(advisory(events.toReversed()), versions), ["1.0.0", "1.2.0-beta"]);
  const ever = advisory([{ introduced: "0" }]);
  assert.deepEqual(await concerned(ever, [...versions, "0.0.0-0"]), [...versions, "0.0.0-0"]);
  const last = advisory([{ introduced: "0" }, { last_affected: "1.2.0" }]);
  assert.deepEqual(await concerned(last, versions), versions.slice(0, 5));
  const twice = advisory([{ introduced: "0" }, { fixed: "1.0.0" }, { introduced: "1.10.0" }, {
    fixed: "2.0.0",
  }]);
  assert.deepEqual(await concerned(twice, versions), ["0.9.0", "1.0.0-rc.1", "1.10.0"]);
});

Deno.test("an advisory concerns the versions that it lists, and one whose range cannot be compared", async () => {
  assert.deepEqual(await concerned(advisory([], { ranges: [], versions: ["1.0.0"] }), ["1.0.0", "1.0.1"]), [
    "1.0.0",
  ]);
  assert.deepEqual(await concerned(advisory([{ introduced: "first" }]), ["1.0.0"]), ["1.0.0"]);
});

Deno.test("an advisory that was withdrawn, or is for another package or ecosystem, concerns nothing", async () => {
  const ever = advisory([{ introduced: "0" }]);
  assert.deepEqual(await concerned({ ...ever, withdrawn: "2026-01-01T00:00:00Z" }, ["1.0.0"]), []);
  assert.deepEqual(await concerned(ever, ["1.0.0"], "smaller"), []);
  const elsewhere = advisory([{ introduced: "0" }], { package: { ecosystem: "PyPI", name: "small" } });
  assert.deepEqual(await concerned(elsewhere, ["1.0.0"]), []);
  const commits = advisory([], { ranges: [{ type: "GIT", events: [{ introduced: "0" }] }] });
  assert.deepEqual(await concerned(commits, ["1.0.0"]), []);
});

Deno.test("advisories are read from a file, a list, a directory and a zip archive", async () => {
  const one = advisory([{ introduced: "0" }]);
  const content = JSON.stringify(one);
  const ids = async (given: Promise<{ id: string }[]>) => (await given).map(({ id }) => id);
  assert.deepEqual(await ids(read([one, { ...one, id: "OSV-2" }])), ["OSV-1", "OSV-2"]);
  assert.deepEqual(
    await ids(
      read(await zipOf([{ name: "npm/a.json", content }, { name: "b.txt", content: "" }]), "all.zip"),
    ),
    ["OSV-1"],
  );
  const directory = temporaryDirectory();
  await Deno.mkdir(join(directory, "npm"));
  await Deno.writeTextFile(join(directory, "npm", "a.json"), content);
  await Deno.writeTextFile(join(directory, "README"), "text");
  assert.deepEqual(await ids(readAdvisories(directory)), ["OSV-1"]);
  await Deno.remove(directory, { recursive: true });
});

Deno.test("a file that is not an advisory, or is not there, is named in a sentence", async () => {
  await assert.rejects(
    read("{"),
    /one\.json is not an advisory in the form of OSV: .* Get it again, or leave it out\./,
  );
  await assert.rejects(read({ name: "x" }), /one\.json is not an advisory[^]*\[0\]\.id/);
  await assert.rejects(read("no archive", "x.zip"), /x\.zip could not be read as a zip archive/);
  await assert.rejects(
    readAdvisories("/no/such/file"),
    /could not be read: .*Name a file, a directory or a zip archive/,
  );
});
