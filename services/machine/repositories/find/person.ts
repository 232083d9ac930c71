import { join } from "node:path";
import { homeDirectory, searchPath } from "../../../ground/kernel/environment.ts";
import { InvalidError, UnavailableError } from "../../../ground/kernel/errors.ts";
import { readSmallFile } from "../git/files.ts";
import type { Committer } from "../git/types.ts";
import { parseListed, readSettings, type Settings } from "./target_config.ts";

/**
 * Returns who commits in a repository according to its person's own git configuration, with its includes; null if it names nobody
 * or cannot be read.
 */
export async function committerIn(root: string): Promise<Committer | null> {
  const stdout = await gitConfig(["--null", "--get-regexp", "^user\\.(name|email)$"], { cwd: root }).catch(
    (cause) => {
      if (isUnusable(cause)) return ""; // the directory is gone, or was replaced
      throw cause;
    },
  );
  const entries = stdout.split("\0").map((entry) => entry.split("\n"));
  // The last value of a key counts, as for git.
  const valueOf = (name: string) =>
    entries.findLast(([key]) => key === `user.${name}`)?.slice(1).join(" ").trim();
  const [name, email] = [valueOf("name"), valueOf("email")];
  return isIdentity(name) && isIdentity(email) ? { name, email } : null;
}

const isUnusable = (cause: unknown): boolean =>
  [Deno.errors.NotFound, Deno.errors.NotADirectory, Deno.errors.PermissionDenied].some((each) =>
    cause instanceof each
  );

/** Whether a name or an address can stand in a commit: git drops angle brackets and refuses what is empty without them. */
const isIdentity = (value: string | undefined): value is string =>
  value !== undefined && /^[^\p{Cc}<>]{1,200}$/u.test(value) && /[\p{L}\p{N}]/u.test(value);

/**
 * Returns the settings that git of this user has for all repositories: those of the machine and of the home directory.
 *
 * @see git-config(1), "FILES"
 */
export async function personSettings(): Promise<Settings> {
  const own = placeOf(".gitconfig");
  const files = ["/etc/gitconfig", configurationOf("config"), own].filter((file) => file !== null);
  const settings = new Map((await Promise.all(files.map(settingsIn))).flatMap((each) => [...each]));
  if (![...settings.keys()].some((key) => /^include(?:if)?\./.test(key))) return settings;
  // What is included may change while these files do not.
  const listed = await gitConfig(["--includes", "--null", "--list"], { cwd: "/", gitDir: "/dev/null" });
  return parseListed(listed);
}

/** A configuration that is missing, or that git could not read either, sets nothing. */
async function settingsIn(file: string): Promise<Settings> {
  try {
    return await readSettings(file);
  } catch (cause) {
    if (cause instanceof InvalidError || cause instanceof UnavailableError) return new Map();
    throw cause;
  }
}

/**
 * Returns the ignore rules that git of this user has for all repositories; empty without any, and where they cannot be read.
 *
 * @see gitignore(5), core.excludesFile
 */
export async function personIgnores(settings: Settings): Promise<string> {
  const named = settings.get("core.excludesfile");
  const path = named === undefined
    ? configurationOf("ignore")
    : named.startsWith("~/")
    ? placeOf(named.slice(2))
    : named.startsWith("/")
    ? named
    : null;
  if (path === null) return "";
  try {
    return await readSmallFile(path) ?? "";
  } catch (cause) {
    if (cause instanceof UnavailableError || cause instanceof Deno.errors.PermissionDenied) return "";
    throw cause;
  }
}

function placeOf(name: string): string | null {
  const home = homeDirectory();
  return home === null ? null : join(home, name);
}

function configurationOf(name: string): string | null {
  const place = Deno.env.get("XDG_CONFIG_HOME") || placeOf(".config");
  return place === null ? null : join(place, "git", name);
}

/** `git config` with the person's own configuration. It only prints: it runs no program that a configuration names. */
async function gitConfig(
  args: readonly string[],
  { cwd, gitDir }: { cwd: string; gitDir?: string },
): Promise<string> {
  const home = homeDirectory();
  const place = Deno.env.get("XDG_CONFIG_HOME");
  const command = new Deno.Command("git", {
    args: ["config", ...args],
    cwd,
    clearEnv: true,
    env: {
      PATH: searchPath(),
      LC_ALL: "C",
      ...(gitDir !== undefined && { GIT_DIR: gitDir }),
      ...(home !== null && { HOME: home }),
      ...(place !== undefined && { XDG_CONFIG_HOME: place }),
    },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  });
  return new TextDecoder().decode((await command.output()).stdout);
}
