import { comesToSameEnd, DAMAGE_CASES } from "../recovery/damaged_repository.ts";
import { inParallel } from "../recovery/in_parallel.ts";

/** Damages repositories in every way after a kill, and expects each run to come to the end it would have come to. */
export async function damageRepositories(say: (line: string) => void): Promise<void> {
  await inParallel(2, DAMAGE_CASES, async (each) => {
    await comesToSameEnd(each);
    say(`ok: ${each.name}`);
  });
  say(`${DAMAGE_CASES.length} repositories were damaged, and every run came to its end.`);
}
