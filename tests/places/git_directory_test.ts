import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { askAllDoors, ownHome, write } from "./places_world.ts";

const CANARY = "canary of a stranger\n";

/** Lets a repository read objects from another directory, too. */
function refer(repository: TestRepository, line: string): void {
  repository.write({ ".git/objects/info/alternates": `${line}\n` });
}

/** Puts a symbolic link in the place of a part of the git directory. */
function linkAway({ root }: TestRepository, name: string, home: string): void {
  const [path, aside] = [join(root, ".git", name), join(root, "aside")];
  try {
    Deno.renameSync(path, aside);
  } catch {
    Deno.mkdirSync(aside);
  }
  Deno.symlinkSync(name === "objects" ? aside : join(home, "elsewhere"), path);
}

async function requireRefused(h: Harness, path: string, sentence: RegExp): Promise<void> {
  for (const [door, { status, error }] of Object.entries(await askAllDoors(h, path))) {
    assert.deepEqual([door, status], [door, 400]);
    assert.match(error, sentence, door);
  }
}

/** The run once a human has allowed what it reads outside of its repository, if it asks for that. */
const allowed = async (h: Harness, run: RunDetails): Promise<RunDetails> =>
  run.approvals.at(-1)?.policyClass === "start" ? await approvePending(h, run) : run;

/** What a verifier sees at a path. */
async function seen(h: Harness, repository: TestRepository, path: string): Promise<string> {
  const run = await allowed(
    h,
    await runToRest(h, repository, {
      request: 'create new.txt with "n"',
      verifier: { command: `cat ${path}; exit 9` },
    }),
  );
  return run.evaluation?.detail ?? run.statusDetail ?? "";
}

Deno.test("alternates that name credentials, the home, the storage or what holds them are 400, in any disguise", async () => {
  using person = ownHome();
  await using h = await harness();
  write(person.home, {
    ".ssh/id_ed25519": CANARY,
    ".ssh/pack/id_ed25519": CANARY,
    "base/objects/pack/x": "",
  });
  Deno.symlinkSync(join(person.home, ".ssh"), join(person.home, "innocent"));
  write(h.directory, { "secrets/pack/x": "" });
  using repository = TestRepository.make();
  const objects = join(repository.root, ".git/objects");
  const lines: [string, RegExp][] = [
    [join(person.home, ".ssh"), /which stores credentials/],
    [join(person.home, "innocent"), /which stores credentials/],
    [JSON.stringify(join(person.home, ".ssh")), /which stores credentials/],
    [`${objects}/../../../../../../..${person.home}/.ssh`, /which stores credentials/],
    [person.home, /is or contains your home directory/],
    ["/", /storage directory/],
    [h.directory, /storage directory/],
    [join(h.directory, "secrets"), /storage directory/],
    [join(person.home, "base"), /is not an object directory of git/],
    ['"\\q"', /cannot be read/],
  ];
  for (const [line, sentence] of lines) {
    refer(repository, line);
    await requireRefused(h, repository.root, sentence);
  }
  using between = TestRepository.make({ "b.txt": "b\n" });
  refer(between, join(person.home, ".ssh"));
  refer(repository, join(between.root, ".git/objects"));
  await requireRefused(h, repository.root, /which stores credentials/);
  Deno.removeSync(join(objects, "info/alternates"));
  Deno.symlinkSync(join(between.root, ".git/objects/info/alternates"), join(objects, "info/alternates"));
  await requireRefused(h, repository.root, /symbolic link instead of info\/alternates/);
});

Deno.test("objects, or a part of them, behind a symbolic link are 400", async () => {
  using person = ownHome();
  await using h = await harness();
  write(person.home, { "elsewhere/x": "" });
  for (const name of ["objects", "objects/pack", "objects/info"]) {
    using repository = TestRepository.make();
    linkAway(repository, name, person.home);
    await requireRefused(h, repository.root, /symbolic link/);
  }
});

Deno.test("a repository that was allowed a moment ago is looked at again once its git directory has changed", async () => {
  using person = ownHome();
  await using h = await harness();
  using other = TestRepository.make();
  write(person.home, { "elsewhere/x": "", ".ssh/pack/id_ed25519": CANARY });
  const changes: Record<string, (repository: TestRepository) => void> = {
    "the objects become a link": (repository) => linkAway(repository, "objects", person.home),
    "the packs become a link": (repository) => linkAway(repository, "objects/pack", person.home),
    "its information becomes a link": (repository) => linkAway(repository, "objects/info", person.home),
    "it begins to name another store": (repository) => refer(repository, join(person.home, ".ssh")),
    "the git directory becomes a link": ({ root }) => {
      Deno.renameSync(join(root, ".git"), join(person.home, "moved.git"));
      Deno.symlinkSync(join(person.home, "moved.git"), join(root, ".git"));
    },
    "it names another common directory": (repository) =>
      repository.write({ ".git/commondir": `${other.root}/.git\n` }),
    "the directory becomes a link to the home": ({ root }) => {
      Deno.renameSync(root, join(person.home, "moved"));
      Deno.symlinkSync(person.home, root);
    },
  };
  for (const [what, change] of Object.entries(changes)) {
    using repository = TestRepository.make({ "a.txt": "a\n" });
    const before = await askAllDoors(h, repository.root);
    for (const [door, { status }] of Object.entries(before)) assert.notEqual(status, 400, `${what}: ${door}`);
    change(repository);
    const after = await askAllDoors(h, repository.root);
    for (const [door, { status }] of Object.entries(after)) assert.equal(status, 400, `${what}: ${door}`);
  }
});

Deno.test("one of the many directories of objects behind a symbolic link is refused as the run begins", async () => {
  using person = ownHome();
  await using h = await harness({ workers: 1 });
  write(person.home, { "elsewhere/x": "" });
  using repository = TestRepository.make();
  linkAway(repository, "objects/ab", person.home);
  const refused = await runToRest(h, repository, { request: 'create a.txt with "a"' });
  assert.equal(refused.status, "failed");
  assert.match(refused.statusDetail ?? "", /a symbolic link instead of ab/);
  using other = TestRepository.make();
  const control = await runToRest(h, other, { request: 'create a.txt with "a"' });
  assert.equal(control.status, "waiting");
});

Deno.test("a .git that leads to another repository is 400: a pointer, a link, a commondir", async () => {
  await using h = await harness();
  using victim = TestRepository.make({ "private.txt": CANARY });
  const git = join(victim.root, ".git");
  const plants: ((root: string) => void)[] = [
    (root) => write(root, { ".git": `gitdir: ${git}\n` }),
    (root) => Deno.symlinkSync(git, join(root, ".git")),
    (root) => write(root, { ".git/HEAD": "ref: refs/heads/main\n", ".git/commondir": `${git}\n` }),
    (root) => {
      write(root, {
        "fake/worktrees/w/HEAD": "ref: refs/heads/main\n",
        "fake/worktrees/w/commondir": `${git}\n`,
        "fake/worktrees/w/gitdir": `${root}/.git\n`,
        ".git": "gitdir: fake/worktrees/w\n",
      });
    },
  ];
  for (const plant of plants) {
    using attacker = new TestRepository(temporaryDirectory());
    plant(attacker.root);
    await requireRefused(h, attacker.root, /points to .* which does not name this directory/);
  }
});

Deno.test("a linked worktree, a submodule and a shared clone are followed, and the checkpoint says where they lead", async () => {
  await using h = await harness({ workers: 1 });
  using main = TestRepository.make({ "a.txt": "hello\n" });
  const places = temporaryDirectory();
  try {
    main.git("worktree", "add", "-q", join(places, "linked"));
    main.git("clone", "-q", "--shared", main.root, join(places, "shared"));
    main.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", main.root, "module");
    const objects = join(main.root, ".git/objects");
    const named = [
      [join(places, "linked"), join(main.root, ".git")],
      [join(places, "shared"), objects],
      [join(main.root, "module"), join(main.root, ".git/modules/module")],
    ] as const;
    for (const [root, reference] of named) {
      const repository = new TestRepository(root);
      const asked = await runToRest(h, repository, { request: 'create b.txt with "b"' }, "agent");
      const { policyClass, reasons } = pendingOf(asked);
      assert.equal(policyClass, "start");
      assert.ok(reasons.some((reason) => reason.includes(reference)), `${reference}: ${reasons.join("\n")}`);
      const done = await allowed(h, await runToRest(h, repository, { request: 'create b.txt with "b"' }));
      assert.equal(pendingOf(done).policyClass, "repo-write", done.statusDetail);
    }
    const plain = await runToRest(h, main, { request: 'create b.txt with "b"' }, "agent");
    assert.ok(!pendingOf(plain).reasons.some((reason) => reason.includes("refers")), "nothing to say");
  } finally {
    Deno.removeSync(places, { recursive: true });
  }
});

sandboxTest("of an alternate a command sees what git made, and nothing that lies beside it", async () => {
  await using h = await harness({ workers: 1 });
  using base = TestRepository.make({ "a.txt": "hello\n" });
  using repository = new TestRepository();
  repository.git("clone", "-q", "--shared", base.root, ".");
  const objects = join(base.root, ".git/objects");
  const history = "git show HEAD~1:a.txt";
  const whole = await seen(h, repository, `/dev/null; ${history}`);
  assert.match(whole, /: hello/, "the history is readable");

  write(objects, {
    "note.txt": CANARY,
    "pack/note.txt": CANARY,
    "ab/note.txt": CANARY,
    "more/x.txt": CANARY,
  });
  for (const path of ["note.txt", "pack/note.txt", "ab/note.txt", "more/x.txt"]) {
    const found = await seen(h, repository, `${join(objects, path)}; ${history}`);
    assert.doesNotMatch(found, /canary/, path);
    assert.match(found, /hello/, path);
  }
  Deno.writeTextFileSync(
    join(h.directory, "sandbox.json"),
    JSON.stringify({ readable: [objects] }),
  );
  assert.match(await seen(h, repository, join(objects, "note.txt")), /canary/, "the control");
});

sandboxTest("rules and settings of a .git that are links are not copied to where commands read", async () => {
  using person = ownHome();
  write(person.home, { "key": CANARY });
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make();
  for (const name of ["info/exclude", "info/attributes", "shallow"]) {
    const path = join(repository.root, ".git", name);
    Deno.mkdirSync(join(path, ".."), { recursive: true });
    await Deno.remove(path).catch(() => {});
    Deno.symlinkSync(join(person.home, "key"), path);
    assert.doesNotMatch(await seen(h, repository, `.git/${name}`), /canary/, name);
    Deno.removeSync(path);
    if (name !== "info/exclude") continue;
    Deno.writeTextFileSync(path, `# ${CANARY}`);
    assert.match(await seen(h, repository, `.git/${name}`), /canary/, "the control: a file of its own is");
  }
});
