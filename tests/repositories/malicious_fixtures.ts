import { join } from "node:path";
import { exists, type Fixture, tryGit, writeFiles } from "./fixtures.ts";

/** A repository with a command planted in it, and the plain git command that runs it. */
export interface Trap {
  readonly name: string;
  /** Plants the command in the target, which has a commit with `file.txt`, and `.gitattributes` if `attributes`. */
  readonly plant: (fixture: Fixture, sentinel: string) => Promise<void>;
  /** Arguments of plain git that make the sentinel fire, run in the target after `file.txt` was changed. */
  readonly provoke: readonly (readonly string[])[];
  readonly attributes?: string;
  readonly stdin?: string;
}

const hook = (name: string, ...provoke: readonly (readonly string[])[]): Trap => ({
  name: `hook ${name}`,
  plant: ({ root }, sentinel) =>
    writeFiles(join(root, ".git", "hooks"), { [name]: { executable: `#!/bin/sh\nexec ${sentinel}\n` } }),
  provoke,
});

const setting = (
  name: string,
  settings: (sentinel: string) => Record<string, string>,
  provoke: readonly (readonly string[])[],
  more: Partial<Trap> = {},
): Trap => ({
  name,
  plant: async ({ git }, sentinel) => {
    for (const [key, value] of Object.entries(settings(sentinel))) await git("config", key, value);
  },
  provoke,
  ...more,
});

const commit = [["add", "--all"], ["commit", "--message=x"]];
const credential = { stdin: "protocol=https\nhost=example.invalid\n\n" };

/** Settings, hooks and attributes that make plain git run a command. */
export const TRAPS: readonly Trap[] = [
  hook("pre-commit", ...commit),
  hook("prepare-commit-msg", ...commit),
  hook("commit-msg", ...commit),
  hook("post-commit", ...commit),
  hook("post-checkout", ["checkout", "--force", "--detach"]),
  hook("post-index-change", ["add", "--all"]),
  hook("reference-transaction", ["update-ref", "refs/heads/other", "HEAD"]),
  hook("post-rewrite", ["commit", "--amend", "--no-edit", "--allow-empty"]),
  hook("pre-merge-commit", ...commit, ["merge", "--no-ff", "--no-edit", "--strategy-option=ours", "side"]),
  hook("post-merge", ...commit, ["merge", "--no-edit", "--strategy-option=ours", "side"]),
  hook("pre-rebase", ...commit, ["rebase", "side"]),
  setting("core.fsmonitor", (run) => ({ "core.fsmonitor": run }), [["status"]]),
  {
    name: "core.hooksPath",
    plant: async ({ git, directory }, sentinel) => {
      await writeFiles(join(directory, "elsewhere"), {
        "pre-commit": { executable: `#!/bin/sh\nexec ${sentinel}\n` },
      });
      await git("config", "core.hooksPath", join(directory, "elsewhere"));
    },
    provoke: commit,
  },
  setting("filter.clean", (run) => ({ "filter.x.clean": run }), [["add", "--all"]], {
    attributes: "* filter=x\n",
  }),
  setting("filter.smudge", (run) => ({ "filter.x.smudge": run }), [["checkout", "--", "file.txt"]], {
    attributes: "* filter=x\n",
  }),
  setting("filter.process", (run) => ({ "filter.x.process": run }), [["add", "--all"]], {
    attributes: "* filter=x\n",
  }),
  setting("filter.required", (run) => ({ "filter.x.clean": run, "filter.x.required": "true" }), [[
    "add",
    "--all",
  ]], {
    attributes: "* filter=x\n",
  }),
  {
    name: "filter with info/attributes",
    plant: async ({ git, root }, sentinel) => {
      await git("config", "filter.x.clean", sentinel);
      await writeFiles(join(root, ".git", "info"), { attributes: "* filter=x\n" });
    },
    provoke: [["add", "--all"]],
  },
  {
    name: "core.attributesFile",
    plant: async ({ git, directory }, sentinel) => {
      await git("config", "filter.x.clean", sentinel);
      await writeFiles(directory, { attributes: "* filter=x\n" });
      await git("config", "core.attributesFile", join(directory, "attributes"));
    },
    provoke: [["add", "--all"]],
  },
  setting("diff.external", (run) => ({ "diff.external": run }), [["diff"]]),
  setting("diff.command", (run) => ({ "diff.x.command": run }), [["diff"]], { attributes: "* diff=x\n" }),
  setting("diff.textconv", (run) => ({ "diff.x.textconv": run }), [["diff"]], { attributes: "* diff=x\n" }),
  setting("merge.driver", (run) => ({ "merge.x.driver": run }), [...commit, ["merge", "side"]], {
    attributes: "* merge=x\n",
  }),
  setting("merge.default", (run) => ({ "merge.x.driver": run, "merge.default": "x" }), [...commit, [
    "merge",
    "side",
  ]]),
  setting(
    "credential.helper",
    (run) => ({ "credential.helper": `!${run}` }),
    [["credential", "fill"]],
    credential,
  ),
  setting("core.askPass", (run) => ({ "core.askPass": run }), [["credential", "fill"]], credential),
  setting("alias", (run) => ({ "alias.x": `!${run}` }), [["x"]]),
  setting("core.sshCommand", (run) => ({ "core.sshCommand": run }), [[
    "ls-remote",
    "ssh://example.invalid/x",
  ]]),
  setting("core.gitProxy", (run) => ({ "core.gitProxy": run }), [["ls-remote", "git://example.invalid/x"]]),
  setting("core.editor", (run) => ({ "core.editor": run }), [["commit", "--allow-empty"]]),
  setting("sequence.editor", (run) => ({ "sequence.editor": run }), [...commit, [
    "rebase",
    "--interactive",
    "--root",
  ]]),
  setting(
    "gpg.program",
    (run) => ({ "gpg.program": run, "commit.gpgSign": "true" }),
    [["commit", "--allow-empty", "--message=x"]],
  ),
  setting(
    "gpg.ssh.program",
    (run) => ({
      "gpg.format": "ssh",
      "gpg.ssh.program": run,
      "user.signingKey": "/x",
      "commit.gpgSign": "true",
    }),
    [["commit", "--allow-empty", "--message=x"]],
  ),
  setting(
    "url.insteadOf",
    (run) => ({ [`url.ext::${run} .insteadOf`]: "https://example.invalid/", "protocol.ext.allow": "always" }),
    [["ls-remote", "https://example.invalid/x"]],
  ),
  setting(
    "remote.uploadpack",
    (run) => ({ "remote.origin.url": ".", "remote.origin.uploadpack": run }),
    [["fetch", "origin"]],
  ),
  setting(
    "trailer.command",
    (run) => ({ "trailer.x.command": run }),
    [["interpret-trailers", "--trailer=x"]],
    {
      stdin: "subject\n",
    },
  ),
  setting("difftool", (run) => ({ "difftool.x.cmd": run }), [["difftool", "--no-prompt", "--tool=x"]]),
  {
    name: "include.path",
    plant: async ({ git, directory }, sentinel) => {
      await writeFiles(directory, { included: `[core]\n\tfsmonitor = ${sentinel}\n` });
      await git("config", "include.path", join(directory, "included"));
    },
    provoke: [["status"]],
  },
  {
    name: "includeIf.gitdir",
    plant: async ({ git, directory }, sentinel) => {
      await writeFiles(directory, { included: `[core]\n\tfsmonitor = ${sentinel}\n` });
      await git("config", "includeIf.gitdir:/.path", join(directory, "included"));
    },
    provoke: [["status"]],
  },
  {
    name: "config.worktree",
    plant: async ({ git }, sentinel) => {
      await git("config", "extensions.worktreeConfig", "true");
      await git("config", "--worktree", "core.fsmonitor", sentinel);
    },
    provoke: [["status"]],
  },
  {
    name: "submodule with core.fsmonitor",
    plant: async (fixture, sentinel) => {
      await plantSubmodule(fixture);
      await tryGit(join(fixture.root, "nested"), ["config", "core.fsmonitor", sentinel]);
    },
    provoke: [["status"]],
  },
  {
    name: "submodule with filter",
    plant: async (fixture, sentinel) => {
      await plantSubmodule(fixture);
      const nested = join(fixture.root, "nested");
      await tryGit(nested, ["config", "filter.x.clean", sentinel]);
      await writeFiles(nested, { ".gitattributes": "* filter=x\n", "inner.txt": "outer\n" });
    },
    provoke: [["status"]],
  },
  {
    name: "submodule.update",
    plant: async (fixture, sentinel) => {
      await plantSubmodule(fixture);
      await fixture.commit({ ".gitmodules": '[submodule "nested"]\n\tpath = nested\n\turl = ./nested\n' });
      await fixture.git("config", "submodule.nested.url", "./nested");
      await fixture.git("config", "submodule.nested.update", `!${sentinel}`);
      await tryGit(join(fixture.root, "nested"), ["commit", "--allow-empty", "--message=y"]);
    },
    provoke: [["submodule", "update"]],
  },
];

/** Makes a program that leaves a mark when it is run. */
export async function makeSentinel(
  { directory }: Fixture,
): Promise<{ run: string; fired: () => Promise<boolean> }> {
  const [run, mark] = [join(directory, "sentinel"), join(directory, "fired")];
  await writeFiles(directory, { sentinel: { executable: `#!/bin/sh\ntouch ${mark}\nexit 1\n` } });
  return { run, fired: () => exists(mark) };
}

async function plantSubmodule(fixture: Fixture): Promise<void> {
  const nested = join(fixture.root, "nested");
  await Deno.mkdir(nested);
  await tryGit(nested, ["init", "--quiet"]);
  await writeFiles(nested, { "inner.txt": "inner\n" });
  await tryGit(nested, ["add", "--all"]);
  await tryGit(nested, ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "--quiet", "--message=x"]);
  await fixture.commit();
}
