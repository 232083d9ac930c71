import { join } from "node:path";
import { TestRepository } from "../git.ts";

const HOOKS = ["reference-transaction", "post-commit", "pre-commit", "post-checkout", "post-index-change"];

/** A repository with a staged change, an unstaged one, a sparse checkout, and hooks that would leave a file. */
export function hostile(): TestRepository {
  const repository = TestRepository.make({ "a.txt": "hello\n", "kept/b.txt": "b\n", "away/c.txt": "c\n" });
  repository.git("sparse-checkout", "set", "kept");
  repository.write({ "staged.txt": "staged\n", "kept/b.txt": "mine\n" });
  repository.git("add", "staged.txt");
  repository.git("config", "commit.gpgSign", "true");
  repository.git("config", "gpg.program", join(repository.root, "signed"));
  for (const hook of HOOKS) {
    const path = join(repository.root, ".git/hooks", hook);
    Deno.writeTextFileSync(path, `#!/bin/sh\necho ${hook} >> '${repository.root}/.git/called'\n`);
    Deno.chmodSync(path, 0o755);
  }
  return repository;
}

/** Every file of a directory with its bytes, but for what a new branch consists of. */
export function bytesOf(directory: string, below = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name, isDirectory } of Deno.readDirSync(join(directory, below))) {
    const path = join(below, name);
    if (/^\.git\/(?:objects\/pack|refs\/heads\/agent-harness)$/.test(path)) continue;
    if (isDirectory) Object.assign(found, bytesOf(directory, path));
    else found[path] = Deno.readFileSync(join(directory, path)).toHex();
  }
  return found;
}
