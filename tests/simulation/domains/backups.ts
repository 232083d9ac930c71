import { verifyBackup } from "../../../services/operations/backups/verify.ts";
import type { Random } from "../../recovery/load/random.ts";
import { answered, type Command, type Deed, type Domain, holds, type Read, same } from "../command.ts";
import type { Surroundings } from "../surroundings.ts";

type Backup = { id: string; status: string; path: string };

/** Backups of the whole service: each that was completed can be restored, and the service goes on with it as it was. */
export class Backups implements Domain {
  readonly #all: { id: string; isSure: boolean }[] = [];
  #made = 0;

  constructor(readonly surroundings: Surroundings) {}

  readonly commands: readonly Command[] = [
    { name: "back up", weight: 0.3, plan: (random) => this.#backUp(random) },
  ];

  look = (read: Read) => this.lookAtAll(read);

  async lookAtAll(read: Read): Promise<void> {
    const items = await list(read);
    const [shown, expected] = [items, this.#all.toReversed()].map((backups) => backups.map(({ id }) => id));
    same(shown, expected, "the backups");
    for (const { id, status } of items) holds(status !== "failed", `the backup ${id} failed`);
  }

  #backUp(random: Random): Deed | null {
    if (this.#all.length >= 8) return null;
    const restores = random.next() < 0.4;
    return {
      state: this.#all.length === 0 ? "first" : "again",
      asked: {
        method: "POST",
        path: "/control-plane/backups",
        body: {},
        headers: { "idempotency-key": `backup-${++this.#made}` },
      },
      judge: (answer, repeated) => {
        answered(answer, 201);
        this.#all.push({ id: answer.body.id, isSure: !repeated });
      },
      after: async (read) => {
        const { id, isSure } = this.#all.at(-1)!;
        const { status, path }: Backup = await read(`/control-plane/backups/${id}`);
        holds(!isSure || status === "completed" || status === "interrupted", `the backup is ${status}`);
        if (status !== "completed") return;
        if (restores) return await this.#restore(read, path);
        const report = await verifyBackup(path, null);
        holds(report.ok, `the backup cannot be restored: ${JSON.stringify(report.checks)}`);
      },
    };
  }

  /** A backup contains what was before it, and may contain that it was begun. */
  async #restore(read: Read, path: string): Promise<void> {
    await this.surroundings.restore(path);
    const shown = await list(read);
    if (!shown.some(({ id }) => id === this.#all.at(-1)!.id)) this.#all.pop();
  }
}

async function list(read: Read): Promise<Backup[]> {
  const { items }: { items: Backup[] } = await read("/control-plane/backups?limit=100");
  return items;
}
