/** Does `work` for every item, at most `atOnce` at a time. Rejects with what failed first, once all that began has ended. */
export async function inParallel<Item>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  let failed = false;
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined && !failed; item = waiting.shift()) {
      await work(item).catch((cause) => {
        failed = true;
        throw cause;
      });
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: atOnce }, lane));
  for (const result of lanes) if (result.status === "rejected") throw result.reason;
}
