import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { ROOT } from "../kit/root.ts";
import { copyTree } from "../kit/copy_tree.ts";
import { denoDirectory } from "../kit/deno_directory.ts";

/** What surrounds a build and must not be in what it makes. */
export type Surroundings = {
  /** The directory of the checkout, below that of the trial. */
  path?: string;
  umask?: string;
  locale?: string;
  zone?: string;
  /** When the sources were last changed. */
  changed?: Date;
  /** Whether the files are made in the opposite order, in which many file systems list them. */
  reversed?: boolean;
  /** Another user, for whom root builds; Deno's cache is then another, too. */
  user?: number;
  /** The registry from which that other cache is. */
  registry?: string;
  epoch?: string;
};

/** The moment that builds of changed files name. */
export const EPOCH = "1767323045";

const npmSettings = () =>
  Object.fromEntries(Object.entries(Deno.env.toObject()).filter(([name]) => /^npm_config_/i.test(name)));

/** Builds the portable executable from a copy of this checkout in other surroundings. Returns its path. */
export async function buildElsewhere(directory: string, around: Surroundings): Promise<string> {
  const checkout = join(directory, around.path ?? "checkout");
  await copyCheckout(checkout, around);
  const target = join(directory, "built", "agent-harness");
  const home = join(directory, "home");
  for (const each of [home, dirname(target)]) await Deno.mkdir(each, { recursive: true });
  const isApart = around.user !== undefined || around.registry !== undefined;
  const cache = isApart ? await copyCache(directory, around.registry) : await denoDirectory();
  if (around.user !== undefined) chownBelow(directory, around.user);
  const building = new Deno.Command("sh", {
    args: ["-c", `umask ${around.umask ?? "022"}; exec "$0" run -A packaging/portable.ts --output "$1"`]
      .concat(Deno.execPath(), target),
    cwd: checkout,
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH") ?? "",
      HOME: isApart ? home : Deno.env.get("HOME") ?? home,
      TMPDIR: home,
      DENO_DIR: cache,
      SOURCE_DATE_EPOCH: around.epoch ?? EPOCH,
      TZ: around.zone ?? "UTC",
      ...(around.locale !== undefined && { LANG: around.locale, LC_ALL: around.locale }),
      ...(around.registry === undefined ? npmSettings() : { NPM_CONFIG_REGISTRY: around.registry }),
    },
    ...(around.user !== undefined && { uid: around.user, gid: around.user }),
    stdin: "null",
    stdout: "null",
  });
  const { success, stderr } = await building.output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return target;
}

/** Returns the SHA-256 of a file. */
export async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of (await Deno.open(file)).readable) hash.update(chunk);
  return hash.digest("hex");
}

/** A clone with the files of this checkout as they are now, changes included. */
async function copyCheckout(to: string, { reversed = false, changed }: Surroundings): Promise<void> {
  const git = async (cwd: string, ...args: string[]) => {
    const { success, stdout } = await new Deno.Command("git", { args, cwd, stderr: "null" }).output();
    return success ? new TextDecoder().decode(stdout) : null;
  };
  await Deno.mkdir(dirname(to), { recursive: true });
  const listed = await git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
  if (listed === null) throw new Error("The trial needs a clone with git.");
  await git(ROOT, "clone", "--quiet", "--no-checkout", "--depth=1", `file://${ROOT}`, to);
  await git(to, "reset", "--quiet");
  const files = [...new Set(listed.split("\0"))].filter((path) => isFile(join(ROOT, path))).sort();
  for (const path of reversed ? files.toReversed() : files) {
    await Deno.mkdir(dirname(join(to, path)), { recursive: true });
    await Deno.copyFile(join(ROOT, path), join(to, path));
    if (changed) await Deno.utime(join(to, path), changed, changed);
  }
}

/** A copy of the packages in Deno's cache, and of what Deno bundles with, as if they were from that registry. */
async function copyCache(directory: string, registry?: string): Promise<string> {
  const [from, to] = [await denoDirectory(), join(directory, "cache")];
  const [own] = [...Deno.readDirSync(join(from, "npm"))].filter(({ isDirectory }) => isDirectory);
  const host = registry === undefined ? own!.name : new URL(registry).host.replace(":", "_");
  const copies = [[`npm/${own!.name}`, `npm/${host}`], ["dl", "dl"]] as const;
  for (const [source, target] of copies) {
    await Deno.mkdir(join(to, target), { recursive: true });
    copyTree(join(from, source), join(to, target));
  }
  return to;
}

function chownBelow(path: string, user: number): void {
  Deno.chownSync(path, user, user);
  for (const { name, isDirectory } of Deno.readDirSync(path)) {
    if (isDirectory) chownBelow(join(path, name), user);
    else Deno.chownSync(join(path, name), user, user);
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFile;
  } catch {
    return false; // deleted and not committed yet
  }
}
