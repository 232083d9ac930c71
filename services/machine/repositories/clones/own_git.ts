import { join } from "node:path";
import { readSmallFile } from "../git/files.ts";
import { makeGitDirectory } from "../git/git_directory.ts";
import type { Control } from "../git/types.ts";
import { alternates } from "../git/control.ts";

/** Creates the git directory of a workspace: a detached HEAD, history by reference, no hooks. */
export async function makeOwnGit(control: Control, commit: string, gitDir: string): Promise<void> {
  await makeGitDirectory(gitDir, commit);
  for (const [name, text] of await ownFiles(control)) await Deno.writeTextFile(join(gitDir, name), text);
}

/** Returns the files in the git directory of a workspace that decide what git does there, with their text. */
export async function ownFiles(control: Control): Promise<Map<string, string>> {
  const stores = [join(control.store, "objects"), ...control.repository.objectStores];
  const files = new Map([
    ["objects/info/alternates", alternates(stores)],
    ["config", workspaceConfig(control)],
  ]);
  for (const name of ["info/exclude", "info/attributes", "shallow"]) {
    const content = await readSmallFile(join(control.gitDir, name), 1 << 24);
    if (content !== null) files.set(name, content);
  }
  return files;
}

function workspaceConfig({ repository: { objectFormat, lineEndings } }: Control): string {
  return `[core]
\trepositoryFormatVersion = ${objectFormat === "sha1" ? 0 : 1}
\tbare = false
\tautocrlf = ${lineEndings.autocrlf}
\teol = ${lineEndings.eol}
[user]
\tname = agent-harness
\temail = agent-harness@localhost
${objectFormat === "sha1" ? "" : "[extensions]\n\tobjectFormat = sha256\n"}`;
}
