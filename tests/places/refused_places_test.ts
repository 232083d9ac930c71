import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { Harness, harness } from "../harness.ts";
import { runToRest } from "../runs/scenario.ts";
import { sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { askAllDoors, ownHome, write } from "./places_world.ts";

Deno.test("the storage directory, what holds it or lies in it, the root and the home are 400 at every endpoint", async () => {
  using person = ownHome();
  const around = temporaryDirectory();
  try {
    const storage = join(around, "storage");
    Deno.mkdirSync(storage);
    {
      await using h = await Harness.open({}, storage);
      Deno.mkdirSync(join(storage, "secrets"), { recursive: true });
      Deno.symlinkSync(storage, join(person.home, "link"));
      const refused: [string, RegExp][] = [
        [storage, /is this service's storage directory/],
        [join(storage, "secrets"), /inside this service's storage directory/],
        [around, /contains this service's storage directory/],
        [join(person.home, "link"), /is this service's storage directory/],
        [join(person.home, "link", "secrets"), /inside this service's storage directory/],
        [`${storage}//secrets/..`, /is this service's storage directory/],
        ["/", /is the root of the file system/],
        [person.home, /is your home directory/],
        ["~", /is your home directory/],
        ["/etc", /is a directory of the operating system/],
        ["/usr/bin/", /is a directory of the operating system/],
        ["/proc/self", /is a directory of the operating system/],
      ];
      for (const [path, sentence] of refused) {
        for (const [door, { status, error }] of Object.entries(await askAllDoors(h, path))) {
          assert.deepEqual([path, door, status], [path, door, 400]);
          assert.match(error, sentence, `${path} at ${door}`);
        }
      }
      assert.deepEqual(await h.operator("GET /runs", {}), [], "bad input changes nothing");
      const { status, body } = await h.json("GET", `/shell/git-status?path=${encodeURIComponent(storage)}`);
      assert.deepEqual([status, /storage directory/.test(body.error)], [400, true]);
    }
  } finally {
    Deno.removeSync(around, { recursive: true });
  }
});

Deno.test("a directory below the home, and the sample that the service makes in its storage, are places to work in", async () => {
  using person = ownHome();
  write(person.home, { "projects/one/a.txt": "hello\n" });
  await using h = await harness({ workers: 1 });
  using repository = new TestRepository(join(person.home, "projects/one"));
  const run = await runToRest(h, repository, { request: 'append "x" to a.txt' });
  assert.equal(run.approvals.length, 1, run.statusDetail);
  const { status, body } = await h.json("POST", "/shell/sample", {});
  assert.equal(status, 201, body.error);
  assert.equal((await h.settled(body.run?.id ?? body.id)).status, "waiting");
});

Deno.test("a link that is swapped after the run was queued is looked at again when the run begins", async () => {
  using repository = TestRepository.make();
  const link = join(repository.root, "..", `${repository.root.split("/").at(-1)}-link`);
  Deno.symlinkSync(repository.root, link);
  try {
    await using h = await harness({ workers: 1 });
    const asked = { request: "run true", repoPath: link };
    const { id } = await h.operator("POST /coordinator/runs", { body: asked });
    await h.operator("POST /runs/:id/pause", { params: { id } });
    Deno.removeSync(link);
    Deno.symlinkSync(h.directory, link);
    await h.operator("POST /runs/:id/resume", { params: { id } });
    const ended = await h.settled(id);
    assert.deepEqual([ended.status, ended.statusReason], ["failed", "invalid_input"]);
    assert.match(ended.statusDetail!, /storage directory/);
  } finally {
    Deno.removeSync(link);
  }
});

Deno.test("two spellings of one directory are one project", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  for (const spelling of [repository.root, `${repository.root}/`, `${repository.root}//.`]) {
    const run = await h.operator("POST /coordinator/runs", {
      body: { request: "run true", repoPath: spelling },
    });
    assert.equal(run.repoPath, repository.root);
  }
});

sandboxTest(
  "the control: with the check at the door taken away, a verifier would read the master key",
  async () => {
    await using h = await harness({ workers: 1 });
    write(h.directory, { "samples/holds/secrets/master.key": "canary of the key\n" });
    using repository = new TestRepository(join(h.directory, "samples/holds"));
    const run = await runToRest(h, repository, {
      request: 'create a.txt with "a"',
      verifier: { command: "cat secrets/master.key; exit 9" },
    });
    assert.match(run.evaluation!.detail, /canary of the key/);
  },
);
