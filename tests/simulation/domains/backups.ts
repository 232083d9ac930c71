import { verifyBackup } from "../../../services/operations/backups/verify.ts";
import { answered, type Command, type Domain, holds, type Read, same } from "../command.ts";
import type { Surroundings } from "../surroundings.ts";

type Backup = { id: string; status: string; path: string };

/** Backups of the whole service: each that was completed can be restored. */
export class Backups implements Domain {
  readonly #all: { id: string; isSure: boolean }[] = [];
  #made = 0;

  constructor(readonly inOrder: Surroundings["inOrder"]) {}

  readonly commands: readonly Command[] = [{
    name: "back up",
    weight: 0.3,
    plan: () => {
      if (this.#all.length >= 8) return null;
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
          const report = await verifyBackup(path, null);
          holds(report.ok, `the backup cannot be restored: ${JSON.stringify(report.checks)}`);
        },
      };
    },
  }];

  look = (read: Read) => this.lookAtAll(read);

  async lookAtAll(read: Read): Promise<void> {
    const { items }: { items: Backup[] } = await read("/control-plane/backups?limit=100");
    const [shown, expected] = [items, this.#all.toReversed()].map((list) =>
      this.inOrder(list.map(({ id }) => ({ id })))
    );
    same(shown, expected, "the backups");
    for (const { id, status } of items) holds(status !== "failed", `the backup ${id} failed`);
  }
}
