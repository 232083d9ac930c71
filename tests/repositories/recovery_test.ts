import assert from "node:assert/strict";
import { join } from "node:path";
import { applyBundle, type ApplyInput, verifyApplied } from "../../services/machine/repositories/mod.ts";
import {
  bundleOf,
  type Content,
  fingerprint,
  type Fixture,
  gitFingerprint,
  makeFixture,
  openSession,
} from "./fixtures.ts";

const FILES = 3_000;

Deno.test("applyBundle() killed at random points over 3,000 files is completed by the next one", async () => {
  await using fixture = await makeFixture();
  const { input, expected, boundaries } = await prepare(fixture, FILES);
  const gitBefore = await gitFingerprint(fixture);
  const points = Array.from({ length: 3 }, () => Math.floor(Math.random() * boundaries / 4));
  for (const point of points) assert.equal(await killedAt(fixture, point), "SIGKILL", `points ${points}`);
  const halfway = await verifyApplied(fixture.root, input.manifest);
  assert.ok(halfway.every(({ state }) => state === "before"), `points ${points}`);
  assert.deepEqual(await applyBundle(input), { ok: true, paths: input.manifest.files.length });
  assert.deepEqual(await fingerprint(fixture.root, { skip: [".git"] }), expected, `points ${points}`);
  assert.deepEqual(await gitFingerprint(fixture), gitBefore);
});

Deno.test("applyBundle() killed at every single point of a small change is completed by the next one", async () => {
  await using fixture = await makeFixture();
  const { input, expected, boundaries } = await prepare(fixture, 2);
  const pristine = join(fixture.directory, "pristine");
  await new Deno.Command("cp", { args: ["-a", fixture.root, pristine] }).output();
  for (let point = 0; point < boundaries; point++) {
    assert.equal(await killedAt(fixture, point), "SIGKILL", `point ${point}`);
    assert.ok((await applyBundle(input)).ok, `point ${point}`);
    assert.deepEqual(await fingerprint(fixture.root, { skip: [".git"] }), expected, `point ${point}`);
    await Deno.remove(fixture.root, { recursive: true });
    await new Deno.Command("cp", { args: ["-a", pristine, fixture.root] }).output();
  }
  assert.equal(await killedAt(fixture, boundaries), null);
});

Deno.test("applyBundle() after a kill and an edit reports each path and writes nothing more", async () => {
  await using fixture = await makeFixture();
  const { input, boundaries } = await prepare(fixture, 100);
  assert.equal(await killedAt(fixture, Math.floor(boundaries / 2)), "SIGKILL");
  const next = (await verifyApplied(fixture.root, input.manifest)).find(({ path }) => path.startsWith("d"));
  assert.ok(next);
  await fixture.write({ [next.path]: "mine\n" });
  const result = await applyBundle(input);
  assert.ok(!result.ok);
  assert.deepEqual(result.report.filter(({ state }) => state === "other").map(({ path }) => path), [
    next.path,
  ]);
  const states = new Set(result.report.map(({ state }) => state));
  assert.deepEqual([...states].sort(), ["after", "before", "other"]);
  const left = Object.keys(await fingerprint(fixture.root)).filter((path) =>
    path.includes(".agent-harness-")
  );
  assert.deepEqual(left, []);
  assert.deepEqual(await applyBundle(input), result);
});

async function prepare(fixture: Fixture, files: number) {
  const name = (index: number) => `d${index % 50}/file ${index}.txt`;
  const all = Array.from({ length: files }, (_, index) => index);
  const texts = (text: string): Record<string, Content> =>
    Object.fromEntries(all.map((index) => [name(index), `${text} ${index}\n`]));
  await fixture.commit({ ...texts("before"), "gone/deep/file.txt": "gone\n", "link": { link: "x" } });
  const session = await openSession(fixture);
  const change = {
    ...texts("after"),
    "gone/deep/file.txt": null,
    "new/file.sh": { executable: "x" },
    "link": { link: "y" },
  };
  const { manifest } = await bundleOf(session, change);
  const input: ApplyInput = { control: session.control, root: fixture.root, manifest, token: "kill" };
  await Deno.writeTextFile(join(fixture.directory, "input.json"), JSON.stringify(input));
  await Deno.remove(join(session.workspace.directory, "gone"), { recursive: true }).catch(() => {});
  const expected = await fingerprint(session.workspace.directory, { skip: [".git"] });
  const written = manifest.files.filter(({ after }) => after !== null).length;
  return { input, expected, boundaries: written * 4 + (manifest.files.length - written) * 2 + 1 };
}

async function killedAt({ directory }: Fixture, point: number): Promise<Deno.Signal | null> {
  const child = import.meta.resolve("./apply_child.ts");
  const args = [
    "run",
    "--allow-all",
    "--no-check",
    "--quiet",
    child,
    join(directory, "input.json"),
    `${point}`,
  ];
  const { signal } = await new Deno.Command(Deno.execPath(), { args, stdout: "null", stderr: "inherit" })
    .output();
  return signal;
}
