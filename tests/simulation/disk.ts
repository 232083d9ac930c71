import { existsSync } from "node:fs";
import { join } from "node:path";
import { restoreBackup } from "../../services/operations/backups/restore.ts";
import { TestRepository } from "../git.ts";
import { copyDirectory } from "../kit/copy_directory.ts";
import { temporaryDirectory } from "../temporary.ts";
import { holds } from "./command.ts";

const PLACES = ["storage", "repository"] as const;
const MEMORY = "/dev/shm";

/** A directory with what both places contained at a moment. */
export type Kept = { readonly directory: string };

/** The storage directory of a service, and the repository that its runs change. */
export class Disk implements Disposable {
  /** In memory, where there is such a place: nothing here tells a disk that was written from one that was flushed. */
  readonly root = existsSync(MEMORY) ? Deno.makeTempDirSync({ dir: MEMORY }) : temporaryDirectory();
  readonly storage = join(this.root, "storage");
  readonly repository: TestRepository;

  constructor() {
    for (const name of PLACES) Deno.mkdirSync(join(this.root, name));
    using template = TestRepository.make();
    this.repository = new TestRepository(copyDirectory(template.root, join(this.root, "repository")));
  }

  /** Copies both places as they are. */
  keep(storage = this.storage): Kept {
    const directory = join(this.root, "kept");
    for (const name of PLACES) {
      Deno.mkdirSync(join(directory, name), { recursive: true });
      copyDirectory(name === "storage" ? storage : join(this.root, name), join(directory, name));
    }
    return { directory };
  }

  /** Restores a backup next to the repository as it is; its owner adds what it does not have. */
  async restore(backup: string): Promise<Kept> {
    const restored = join(this.root, "restored");
    const { ok, checks } = await restoreBackup(backup, restored, null);
    holds(ok, `the backup cannot be restored: ${JSON.stringify(checks)}`);
    const key = join("secrets", "master.key");
    if (existsSync(join(this.storage, key))) {
      Deno.mkdirSync(join(restored, "secrets"), { recursive: true, mode: 0o700 });
      Deno.copyFileSync(join(this.storage, key), join(restored, key));
    }
    for (const name of ["backups", "connectors"]) {
      const own = join(this.storage, name);
      if (existsSync(own)) copyDirectory(own, join(restored, name));
    }
    const kept = this.keep(restored);
    Deno.removeSync(restored, { recursive: true });
    return kept;
  }

  /** Replaces both places by what was kept. */
  putBack({ directory }: Kept): void {
    for (const name of PLACES) {
      Deno.removeSync(join(this.root, name), { recursive: true });
      Deno.renameSync(join(directory, name), join(this.root, name));
    }
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}
