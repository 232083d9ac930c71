import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { Place, remember } from "./place.ts";

const modeOf = (path: string): string => (Deno.lstatSync(path).mode! & 0o777).toString(8);

/** Everything below a directory that others than its user may use. */
function openTo(directory: string): string[] {
  return [...Deno.readDirSync(directory)].flatMap(({ name, isDirectory, isSymlink }) => {
    const path = join(directory, name);
    if (isSymlink) return [];
    return [
      ...modeOf(path).slice(-2) === "00" ? [] : [`${modeOf(path)} ${path}`],
      ...isDirectory ? openTo(path) : [],
    ];
  });
}

Deno.test("a storage directory that others could read is private from the start on, and the service says so once", async () => {
  using place = new Place();
  Deno.chmodSync(place.storage, 0o755);
  for (const name of ["logs", "artifacts"]) Deno.mkdirSync(place.file(name), { mode: 0o755 });
  Deno.writeTextFileSync(place.file("providers.json"), '{"providers": {}}', { mode: 0o644 });
  Deno.writeTextFileSync(place.beside("outside"), "mine");
  Deno.chmodSync(place.beside("outside"), 0o644);
  Deno.symlinkSync(place.beside("outside"), place.file("sandbox.json.link"));
  Deno.symlinkSync(place.directory, place.file("samples"));
  const before = modeOf(place.directory);
  {
    await using service = await place.start();
    await remember(service, "private");
    assert.equal(modeOf(place.storage), "700");
    assert.deepEqual(openTo(place.storage), []);
    assert.match(
      service.output(),
      /Other users had access to \S+ \(mode 0755\)\. Now only this user has access/,
    );
    await service.terminate();
  }
  assert.equal(modeOf(place.beside("outside")), "644");
  assert.equal(modeOf(place.directory), before);
  await using again = await place.start();
  assert.ok(!again.output().includes("Other users"));
});

Deno.test("of a run's files nothing can be reached by others, and what is applied has the user's own modes", async () => {
  using repository = TestRepository.make({ "old.txt": "old\n" });
  await using h = await harness({ workers: 1 });
  const request = 'create new/NOTE.md with "note"\nappend "more" to old.txt\nrun ls -l > modes.txt';
  const { id } = await h.operator("POST /coordinator/runs", { body: { request, repoPath: repository.root } });
  const [approval] = (await h.settled(id)).approvals;
  for (const { name } of Deno.readDirSync(h.directory)) {
    assert.match(modeOf(join(h.directory, name)), /^[67]00$/, name);
  }
  const { status, body } = await h.json("POST", `/approvals/${approval!.id}/approve`, {
    actorType: "human",
    reviewedEvidence: true,
    reviewedHashes: true,
    reviewedPolicyClass: true,
  });
  assert.deepEqual([status, body.application], [200, "applied"]);
  const usual = join(repository.root, "usual");
  Deno.mkdirSync(usual);
  Deno.writeTextFileSync(join(usual, "file"), "x");
  assert.equal(modeOf(join(repository.root, "new")), modeOf(usual));
  assert.equal(modeOf(join(repository.root, "new", "NOTE.md")), modeOf(join(usual, "file")));
  assert.equal(modeOf(join(repository.root, "old.txt")), modeOf(join(usual, "file")));
  // What a command finds and makes in its worktree has the same modes as anywhere else.
  const listed = repository.read("modes.txt")!;
  assert.match(listed, /^-rw-r--r--\S* .* old\.txt$/m);
  assert.match(listed, /^drwxr-xr-x\S* .* new$/m);
});
