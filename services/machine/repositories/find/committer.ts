import { homeDirectory, searchPath } from "../../../ground/kernel/environment.ts";
import type { Committer } from "../git/types.ts";

/**
 * Returns who commits in a repository according to its person's own git configuration, with its includes; null if it names nobody
 * or cannot be read. `git config` only prints: it runs no program that a configuration names.
 */
export async function committerIn(root: string): Promise<Committer | null> {
  const home = homeDirectory();
  const place = Deno.env.get("XDG_CONFIG_HOME");
  const command = new Deno.Command("git", {
    args: ["config", "--null", "--get-regexp", "^user\\.(name|email)$"],
    cwd: root,
    clearEnv: true,
    env: {
      PATH: searchPath(),
      LC_ALL: "C",
      ...(home !== null && { HOME: home }),
      ...(place !== undefined && { XDG_CONFIG_HOME: place }),
    },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  });
  const { stdout } = await command.output();
  const entries = new TextDecoder().decode(stdout).split("\0").map((entry) => entry.split("\n"));
  // The last value of a key counts, as for git.
  const valueOf = (name: string) =>
    entries.findLast(([key]) => key === `user.${name}`)?.slice(1).join(" ").trim();
  const [name, email] = [valueOf("name"), valueOf("email")];
  return isIdentity(name) && isIdentity(email) ? { name, email } : null;
}

/** Whether a name or an address can stand in a commit: git drops angle brackets and refuses what is empty without them. */
const isIdentity = (value: string | undefined): value is string =>
  value !== undefined && /^[^\p{Cc}<>]{1,200}$/u.test(value) && /[\p{L}\p{N}]/u.test(value);
