import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import {
  type Base,
  buildBundle,
  type Bundle,
  captureTree,
  type Control,
  createWorkspace,
  locateRepository,
  openControl,
  pinBase,
  type Workspace,
} from "../../services/machine/repositories/mod.ts";
import { NOTHING_IN_THE_BACKGROUND } from "../git.ts";

/** Content of a file, or a symbolic link, or an executable. */
export type Content = string | Uint8Array | { link: string } | { executable: string | Uint8Array };

/** A directory of its own with a target, a storage directory and an empty home. */
export interface Fixture extends AsyncDisposable {
  readonly directory: string;
  readonly root: string;
  readonly storage: string;
  /** Runs plain git in the target, as a user would, and gives what it printed. */
  git(...args: string[]): Promise<string>;
  write(files: Record<string, Content>): Promise<void>;
  /** Writes files and commits everything. */
  commit(files?: Record<string, Content>): Promise<string>;
}

/** A pinned base with a workspace, ready for a change. */
export interface Session {
  readonly control: Control;
  readonly base: Base;
  readonly workspace: Workspace;
}

/** Makes a fixture; `init` are the arguments of `git init`, null for a directory without git. */
export async function makeFixture(init: string[] | null = []): Promise<Fixture> {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "repositories_" }));
  const [root, storage] = [join(directory, "target"), join(directory, "storage")];
  for (const made of [root, storage, join(directory, "home")]) await Deno.mkdir(made);
  const git = (...args: string[]) => plainGit(root, args);
  if (init !== null) await git("init", "--quiet", "--initial-branch=main", ...init);
  return {
    directory,
    root,
    storage,
    git,
    write: (files) => writeFiles(root, files),
    async commit(files = {}) {
      await writeFiles(root, files);
      await git("add", "--all");
      await git("commit", "--quiet", "--allow-empty", "--message=change");
      return await git("rev-parse", "HEAD");
    },
    [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }),
  };
}

/** Runs plain git with the configuration found in the repository; only home and identity are the test's. */
export async function plainGit(cwd: string, args: readonly string[], stdin?: string): Promise<string> {
  const { code, stdout, stderr } = await tryGit(cwd, args, stdin);
  if (code !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.trimEnd();
}

/** Like `plainGit`, but a failure is an answer. */
export async function tryGit(cwd: string, args: readonly string[], stdin?: string) {
  const child = new Deno.Command("git", {
    args: [...args],
    cwd,
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH") ?? "",
      HOME: join(dirname(cwd), "home"),
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_TERMINAL_PROMPT: "0",
      GIT_AUTHOR_NAME: "Test",
      GIT_AUTHOR_EMAIL: "test@example.org",
      GIT_COMMITTER_NAME: "Test",
      GIT_COMMITTER_EMAIL: "test@example.org",
      ...NOTHING_IN_THE_BACKGROUND,
    },
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin)).catch(() => {});
    await writer.close().catch(() => {});
  }
  const output = await child.output();
  const decoder = new TextDecoder();
  return { code: output.code, stdout: decoder.decode(output.stdout), stderr: decoder.decode(output.stderr) };
}

/** Writes files below a directory, replacing what is there. */
export async function writeFiles(directory: string, files: Record<string, Content>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(directory, path);
    await Deno.mkdir(dirname(file), { recursive: true });
    await Deno.remove(file).catch(() => {});
    if (typeof content === "string") await Deno.writeTextFile(file, content);
    else if (content instanceof Uint8Array) await Deno.writeFile(file, content);
    else if ("link" in content) await Deno.symlink(content.link, file);
    else {
      await writeFiles(directory, { [path]: content.executable });
      await Deno.chmod(file, 0o755);
    }
  }
}

/** Opens the target and makes a workspace at its base. */
export async function openSession(fixture: Fixture, name = "workspace"): Promise<Session> {
  const control = await openControl(await locateRepository(fixture.root, fixture.storage), fixture.storage);
  const base = await pinBase(control);
  const workspace = await createWorkspace(control, base.commit, join(fixture.directory, name));
  return { control, base, workspace };
}

/** Writes and deletes files in the workspace and makes the bundle of that. */
export async function bundleOf(
  { control, base, workspace }: Session,
  files: Record<string, Content | null>,
): Promise<Bundle> {
  for (const [path, content] of Object.entries(files)) {
    if (content === null) await Deno.remove(join(workspace.directory, path), { recursive: true });
    else await writeFiles(workspace.directory, { [path]: content });
  }
  const resultTree = await captureTree(control, workspace);
  return await buildBundle(control, { baseCommit: base.commit, baseTree: base.tree, resultTree });
}

/** Lists everything below a directory: kind, mode and hash; with times also when it was last changed. */
export async function fingerprint(
  directory: string,
  { times = false, skip = [] as readonly string[] } = {},
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = async (relative: string): Promise<void> => {
    for await (const { name } of Deno.readDir(join(directory, relative))) {
      const path = relative === "" ? name : `${relative}/${name}`;
      if (skip.includes(path)) continue;
      const status = await Deno.lstat(join(directory, path));
      const time = times ? ` ${status.mtime?.getTime()} ${status.ino}` : "";
      const mode = ((status.mode ?? 0) & 0o777).toString(8);
      if (status.isSymlink) found[path] = `link ${await Deno.readLink(join(directory, path))}${time}`;
      else if (status.isDirectory) {
        found[path] = `directory ${mode}${time}`;
        await visit(path);
      } else if (!status.isFile) found[path] = `special ${mode}${time}`;
      else {
        const hash = createHash("sha256").update(await Deno.readFile(join(directory, path))).digest("hex");
        found[path] = `file ${mode} ${hash}${time}`;
      }
    }
  };
  await visit("");
  return found;
}

/**
 * Lists everything in the target's git directory. Times are compared too, but for objects: git marks those of an
 * alternate as recently used.
 */
export async function gitFingerprint({ root }: Fixture): Promise<Record<string, string>> {
  const pointer = await Deno.readTextFile(join(root, ".git")).catch(() => null);
  const gitDir = pointer === null
    ? await Deno.realPath(join(root, ".git"))
    : pointer.replace("gitdir: ", "").trim();
  const objects = await fingerprint(join(gitDir, "objects")).catch(() => ({}));
  const rest = await fingerprint(gitDir, { times: true, skip: ["objects"] });
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(objects).map(([path, state]) => [`objects/${path}`, state])),
  };
}

/** Tells whether something is at a path, also a dangling link. */
export async function exists(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}
