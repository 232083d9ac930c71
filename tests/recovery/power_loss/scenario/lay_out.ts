import { join } from "node:path";
import { TestRepository } from "../../../git.ts";
import { FILES, PLAIN, REPOSITORIES, repositoryPath, storagePath } from "./plans.ts";

/** Puts the repositories and an empty storage directory onto a disk. */
export function layOut(disk: string): void {
  Deno.mkdirSync(storagePath(disk), { mode: 0o700 });
  for (const name of REPOSITORIES) {
    const root = repositoryPath(disk, name);
    Deno.mkdirSync(root, { recursive: true });
    // Not disposed: it goes with its disk.
    const repository = new TestRepository(root);
    if (name === PLAIN) {
      repository.write(FILES);
      continue;
    }
    repository.git("init", "-q", "-b", "main");
    repository.commit(FILES);
    Deno.removeSync(join(root, ".git/hooks"), { recursive: true });
  }
}
