import assert from "node:assert/strict";
import { join } from "node:path";
import { captureTree, PERSON_SETTINGS, sealWorktree } from "../../services/machine/repositories/mod.ts";
import {
  exists,
  fingerprint,
  type Fixture,
  makeFixture,
  openSession,
  plainGit,
  type Session,
  tryGit,
  writeFiles,
} from "./fixtures.ts";
import { makeSentinel, type Trap, TRAPS } from "./malicious_fixtures.ts";

/** A worktree in which a worker can do everything. */
type Worktree = Session & { own: Fixture; seal: () => Promise<string[]> };

async function worktree(fixture: Fixture, name = "workspace"): Promise<Worktree> {
  const session = await openSession(fixture, name);
  const { control, base, workspace } = session;
  const root = workspace.directory;
  const git = (...args: string[]) => plainGit(root, args);
  const own: Fixture = {
    ...fixture,
    root,
    git,
    write: (files) => writeFiles(root, files),
    async commit(files = {}) {
      await writeFiles(root, files);
      await git("add", "--all");
      await git("commit", "--quiet", "--allow-empty", "--message=change");
      return await git("rev-parse", "HEAD");
    },
  };
  return { ...session, own, seal: () => sealWorktree(control, workspace, base.commit) };
}

async function plantIn({ own }: Worktree, trap: Trap, sentinel: string): Promise<void> {
  const attributes = trap.attributes === undefined ? {} : { ".gitattributes": trap.attributes };
  await own.git("checkout", "--quiet", "-b", "main");
  await own.commit({ "file.txt": "one\ntwo\nthree\n", ...attributes });
  await own.git("checkout", "--quiet", "-b", "side");
  await own.commit({ "file.txt": "one\nside\nthree\n" });
  await own.git("checkout", "--quiet", "main");
  await trap.plant(own, sentinel);
  await own.write({ "file.txt": "changed\nfor the\ncontrol\n" });
}

/** A command in which a worker half-way left something to run. */
const HALF_WAY: Trap = {
  name: "a rebase with a command to run",
  plant: async ({ git, root }, sentinel) => {
    await git("checkout", "--quiet", "side");
    await tryGit(root, [
      "-c",
      `sequence.editor=printf 'break\\nexec ${sentinel}\\n' >`,
      "rebase",
      "-i",
      "HEAD~1",
    ]);
  },
  provoke: [["stash"], ["rebase", "--continue"]],
};

for (const trap of [...TRAPS, HALF_WAY]) {
  Deno.test(`a worktree that is handed over runs nothing of its worker: ${trap.name}`, async () => {
    await using fixture = await makeFixture();
    await fixture.commit({ "file.txt": "1\n" });
    for (const sealed of [false, true]) {
      const made = await worktree(fixture, `workspace-${sealed}`);
      const { run, fired } = await makeSentinel(fixture);
      await plantIn(made, trap, run);
      await Deno.remove(join(fixture.directory, "fired")).catch(() => {});
      if (sealed) await made.seal();
      for (const args of trap.provoke) await tryGit(made.own.root, args, trap.stdin);
      assert.equal(await fired(), !sealed, sealed ? "it ran" : "control: plain git did not run it");
    }
  });
}

const FSMONITOR = (run: string) => `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = ${run}\n`;

/** Places besides the config of `.git` from which git takes settings, and where to start git. */
const PLACES: Record<string, { plant: (root: string, run: string) => Promise<void>; at: string }> = {
  "a directory that .git/commondir names": {
    plant: async (root, run) => {
      await plainGit(root, ["clone", "--quiet", "--bare", ".", "other"]);
      await writeFiles(root, { "other/config": FSMONITOR(run), ".git/commondir": "../other\n" });
    },
    at: "",
  },
  "a .git file": {
    plant: async (root, run) => {
      await Deno.rename(join(root, ".git"), join(root, "moved"));
      await plainGit(root, ["--git-dir=moved", "config", "core.fsmonitor", run]);
      await writeFiles(root, { ".git": "gitdir: moved\n" });
    },
    at: "",
  },
  "a .git link": {
    plant: async (root, run) => {
      await Deno.rename(join(root, ".git"), join(root, "moved"));
      await plainGit(root, ["--git-dir=moved", "config", "core.fsmonitor", run]);
      await Deno.symlink("moved", join(root, ".git"));
    },
    at: "",
  },
  "a linked worktree with another common directory": {
    plant: async (root, run) => {
      await plainGit(root, ["worktree", "add", "--quiet", "linked"]);
      await plainGit(root, ["clone", "--quiet", "--bare", ".", "other"]);
      await writeFiles(root, {
        "other/config": FSMONITOR(run),
        ".git/worktrees/linked/commondir": "../../../other\n",
      });
    },
    at: "linked",
  },
  "a .git file that names a directory among the objects": {
    plant: async (root, run) => {
      await plainGit(root, ["clone", "--quiet", "--bare", ".", "other"]);
      await Deno.rename(join(root, "other"), join(root, ".git/objects/other"));
      await writeFiles(root, {
        ".git/objects/other/config": FSMONITOR(run),
        "a/.git": "gitdir: ../.git/objects/other\n",
      });
    },
    at: "a",
  },
  "a bare repository": {
    plant: async (root, run) => {
      await plainGit(root, ["clone", "--quiet", "--bare", ".", "deep/er"]);
      await writeFiles(root, { "deep/er/config": `${FSMONITOR(run)}\tworktree = ../..\n` });
    },
    at: "deep/er",
  },
  "a bare repository whose common directory is elsewhere": {
    plant: async (root, run) => {
      await plainGit(root, ["clone", "--quiet", "--bare", ".", "v"]);
      await Deno.mkdir(join(root, "w"));
      for (const name of ["objects", "refs", "config", "packed-refs"]) {
        await Deno.rename(join(root, "v", name), join(root, "w", name));
      }
      await writeFiles(root, {
        "v/commondir": "../w\n",
        "w/hooks/reference-transaction": { executable: `#!/bin/sh\nexec ${run}\n` },
      });
    },
    at: "v",
  },
  "a bare repository whose HEAD is a link": {
    plant: async (root, run) => {
      await plainGit(root, ["clone", "--quiet", "--bare", ".", "v"]);
      await writeFiles(root, {
        "v/HEAD": { link: "refs/heads/main" },
        "v/config": `${FSMONITOR(run)}\tworktree = ../..\n`,
      });
    },
    at: "v",
  },
  "a hook in a bare repository": {
    plant: async (root, run) => {
      await plainGit(root, ["clone", "--quiet", "--bare", ".", "v"]);
      await writeFiles(root, { "v/hooks/reference-transaction": { executable: `#!/bin/sh\nexec ${run}\n` } });
    },
    at: "v",
  },
  "a nested repository with a filter": {
    plant: async (root, run) => {
      await plainGit(root, ["clone", "--quiet", ".", "nested"]);
      await plainGit(join(root, "nested"), ["config", "filter.x.clean", run]);
      await writeFiles(root, { "nested/.gitattributes": "* filter=x\n", "nested/file.txt": "else\n" });
    },
    at: "nested",
  },
};

for (const [name, { plant, at }] of Object.entries(PLACES)) {
  Deno.test(`a worktree that is handed over runs nothing of its worker: settings in ${name}`, async () => {
    await using fixture = await makeFixture();
    await fixture.commit({ "file.txt": "1\n" });
    for (const sealed of [false, true]) {
      const made = await worktree(fixture, `workspace-${sealed}`);
      const { run, fired } = await makeSentinel(fixture);
      await made.own.git("checkout", "--quiet", "-b", "main");
      await plant(made.own.root, run);
      await Deno.remove(join(fixture.directory, "fired")).catch(() => {});
      if (sealed) await made.seal();
      for (const args of [["status"], ["add", "--all"], ["update-ref", "refs/heads/new", "HEAD"]]) {
        await tryGit(join(made.own.root, at), args);
      }
      assert.equal(await fired(), !sealed, sealed ? "it ran" : "control: plain git did not run it");
      if (sealed) assert.equal(await tryGit(made.own.root, ["log", "-1"]).then(({ code }) => code), 0);
    }
  });
}

Deno.test("branches, commits, the stash and what is staged survive that a worktree is handed over, and its status is the same", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "file.txt": "1\n", "other.txt": "1\n", "third.txt": "1\n" });
  const { own, seal, control, workspace } = await worktree(fixture);
  await own.git("checkout", "--quiet", "-b", "topic");
  await own.commit({ "file.txt": "2\n" });
  await own.write({ "file.txt": "stashed\n" });
  await own.git("stash");
  await own.git("tag", "v1");
  await own.git("worktree", "add", "--quiet", "linked");
  await own.write({
    "other.txt": "staged\n",
    "third.txt": "changed\n",
    "new.txt": "new\n",
    "ignored.log": "x",
  });
  await own.git("add", "other.txt");
  await writeFiles(own.root, { ".git/info/exclude": "*.log\n" });
  const look = async () => [
    await own.git("status", "--porcelain=v2", "--branch", "--ignored"),
    await own.git("for-each-ref"),
    await own.git("stash", "list"),
    await own.git("stash", "show", "-p"),
    await own.git("log", "--all", "--format=%H %s"),
    await own.git("reflog", "--format=%H %gs"),
    await own.git("diff", "--cached"),
    await plainGit(join(own.root, "linked"), ["status", "--porcelain=v2", "--branch"]),
    await captureTree(control, workspace),
  ];
  const before = await look();
  assert.match(before[0]!, /topic/);
  assert.deepEqual(await seal(), []);
  assert.deepEqual(await look(), before);
  await seal();
  assert.deepEqual(await look(), before, "handing it over again changes nothing");
});

Deno.test("nested repositories are named, and keep their settings that name no program; those of the person stay as they are", async () => {
  await using fixture = await makeFixture();
  const hook = { executable: "#!/bin/sh\ntrue\n" };
  const mine = {
    "mine/HEAD": "ref: refs/heads/main\n",
    "mine/objects/info/x": "",
    "mine/refs/heads/x": "",
    "mine/config": "[core]\n\tbare = true\n\tpager = less\n",
    "mine/hooks/update": hook,
  };
  await fixture.commit({ "file.txt": "1\n", ...mine });
  const { own, seal } = await worktree(fixture);
  await own.git("init", "--quiet", "deps/one");
  const nested = join(own.root, "deps/one");
  await plainGit(nested, ["remote", "add", "origin", "."]);
  const url = "https://example.invalid/one.git";
  await plainGit(nested, ["remote", "set-url", "origin", url]);
  await plainGit(nested, ["config", 'branch.a"b\\c.remote', "origin"]);
  await plainGit(nested, ["config", "remote.evil.url", "ext::sh -c true"]);
  await plainGit(nested, ["config", "core.sshCommand", "true"]);
  await own.git("init", "--quiet", "--bare", "made.git");
  const before = await fingerprint(join(own.root, "mine"));
  const made = await fingerprint(join(own.root, "made.git"));
  assert.deepEqual(await seal(), ["deps/one", "made.git"]);
  assert.deepEqual(await fingerprint(join(own.root, "mine")), before);
  assert.deepEqual(
    await fingerprint(join(own.root, "made.git")),
    made,
    "what names no program stays byte for byte",
  );
  const settings = await plainGit(nested, ["config", "--list", "--local"]);
  assert.match(settings, new RegExp(`remote.origin.url=${url}`));
  assert.equal(await plainGit(nested, ["config", 'branch.a"b\\c.remote']), "origin");
  assert.doesNotMatch(settings, /sshcommand|evil/i);
  assert.equal(await plainGit(nested, ["status", "--porcelain"]), "");
});

Deno.test("a bare repository of the person runs nothing that a worker put into it", async () => {
  await using fixture = await makeFixture();
  const empty = "[core]\n\tbare = true\n";
  await fixture.commit({
    "mine/HEAD": "ref: refs/heads/main\n",
    "mine/objects/info/x": "",
    "mine/refs/heads/x": "",
    "mine/config": empty,
    "mine/hooks/update": { executable: "#!/bin/sh\ntrue\n" },
  });
  const { own, seal } = await worktree(fixture);
  const hook = "#!/bin/sh\nfalse\n";
  await own.write({ "mine/config": `${empty}\tpager = x\n`, "mine/hooks/update": { executable: hook } });
  assert.deepEqual(await seal(), ["mine"]);
  assert.doesNotMatch(await Deno.readTextFile(join(own.root, "mine/config")), /pager/);
  const { mode } = await Deno.stat(join(own.root, "mine/hooks/update"));
  assert.equal(mode! & 0o111, 0);
  assert.equal(await Deno.readTextFile(join(own.root, "mine/hooks/update")), hook, "its content stays");
});

Deno.test("nothing outside of a worktree is changed when it is handed over, wherever its links lead", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "file.txt": "1\n" });
  const { own, seal } = await worktree(fixture);
  const outside = join(fixture.directory, "outside");
  const files = {
    "info/attributes": "x",
    "hooks/update": { executable: "x" },
    config: "[core]\n\tpager = less\n",
  };
  await writeFiles(outside, {
    ...files,
    HEAD: "ref: refs/heads/main\n",
    "objects/a": "",
    "refs/heads/main": "x",
  });
  const before = await fingerprint(outside, { times: true });
  const gitDir = join(own.root, ".git");
  for (const name of ["info", "hooks", "refs", "config"]) {
    await Deno.remove(join(gitDir, name), { recursive: true }).catch(() => {});
    await Deno.symlink(join(outside, name), join(gitDir, name));
  }
  await Deno.symlink(join(outside, "objects"), join(gitDir, "objects/aa"));
  await own.write({
    "a/.git": { link: outside },
    "b/.git": `gitdir: ${outside}\n`,
    "c/HEAD": "ref: refs/heads/main\n",
    "c/commondir": `${outside}\n`,
    "d/HEAD": "ref: refs/heads/main\n",
    "d/objects/x": "",
    "d/refs/x": "",
    "d/config": { link: join(outside, "config") },
    "d/hooks": { link: join(outside, "hooks") },
  });
  await seal();
  assert.deepEqual(await fingerprint(outside, { times: true }), before);
  assert.deepEqual((await fingerprint(gitDir))["refs/heads"]?.split(" ")[0], "directory");
  for (const left of ["a/.git", "b/.git", "c/commondir"]) {
    assert.equal(await exists(join(own.root, left)), false);
  }
  assert.equal(await own.git("rev-parse", "--verify", "HEAD").then((head) => head.length), 40);
});

Deno.test("with a person's settings git runs nothing that is written after the worktree was handed over", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "file.txt": "1\n" });
  const { own } = await worktree(fixture);
  const { run, fired } = await makeSentinel(fixture);
  await own.git("config", "core.fsmonitor", run);
  await writeFiles(own.root, { ".git/hooks/pre-commit": { executable: `#!/bin/sh\nexec ${run}\n` } });
  const git = async (environment: Record<string, string>, ...args: string[]) => {
    const env = { PATH: Deno.env.get("PATH")!, HOME: fixture.directory, ...environment };
    await new Deno.Command("git", {
      args,
      cwd: own.root,
      clearEnv: true,
      env,
      stdout: "null",
      stderr: "null",
    }).output();
    const ran = await fired();
    await Deno.remove(join(fixture.directory, "fired")).catch(() => {});
    return ran;
  };
  for (const args of [["status"], ["commit", "--allow-empty", "-m", "x"]]) {
    assert.equal(await git({}, ...args), true, "control");
    assert.equal(await git(PERSON_SETTINGS, ...args), false);
  }
});
