import { postTwice } from "../post_twice.ts";
import type { Trial } from "./trial.ts";

/** Posts every delivery twice to a service that is killed three times meanwhile. */
export const webhooks: Trial = {
  count: 10_000,
  unit: "posts",
  run: async (count, seed) => {
    const begin = performance.now();
    const { runs, repeated } = await postTwice({ posts: count, clients: 8, kills: 3, seed });
    const seconds = Math.round((performance.now() - begin) / 1000);
    return `${count} posts, half of them duplicates, eight at once, over three kills, in ${seconds} s: ${runs} ids, each ` +
      `with one run; all ${count} answers are on record; ${repeated} posts had no answer and were sent again.`;
  },
};
