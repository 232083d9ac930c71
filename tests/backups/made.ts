import { join } from "node:path";
import { takeBackup } from "../../services/operations/backups/take.ts";
import { World } from "../runs/runs_world.ts";
import { temporaryDirectory } from "../temporary.ts";

/** A passphrase that is long enough. */
export const PASSPHRASE = "correct horse battery staple";

/** Takes a backup as the tests do, of a directory that a service holds unless `live` is false. */
export const takeTestBackup = (
  storageDirectory: string,
  path: string,
  options: Partial<Parameters<typeof takeBackup>[0]> = {},
) =>
  takeBackup({
    id: crypto.randomUUID(),
    storageDirectory,
    live: true,
    path,
    passphrase: null,
    secrets: true,
    masterKey: false,
    after: null,
    createdAt: "2026-01-02T03:04:05.678Z",
    serviceVersion: "test",
    ...options,
  });

/** A storage directory in which everything exists and that no process holds, and backups of it. */
export class Storage implements Disposable {
  private constructor(readonly directory: string, readonly place: string) {}

  /** Made by real work, once. */
  static async make(): Promise<Storage> {
    const world = await World.make();
    await world.h.close();
    world.repository[Symbol.dispose]();
    return new Storage(world.h.directory, temporaryDirectory());
  }

  /** A new backup of it. */
  async backUp(
    { name = crypto.randomUUID(), passphrase = null, secrets = true, masterKey = false }: {
      name?: string;
      passphrase?: string | null;
      secrets?: boolean;
      masterKey?: boolean;
    } = {},
  ) {
    const path = join(this.place, name);
    const result = await takeTestBackup(this.directory, path, {
      live: false,
      passphrase,
      secrets,
      masterKey,
    });
    return { path, result };
  }

  [Symbol.dispose](): void {
    for (const directory of [this.directory, this.place]) Deno.removeSync(directory, { recursive: true });
  }
}
