/** How much a word counts in each field of the index, in its order. */
export const BOOSTS = { title: 8, content: 2, people: 4, tags: 4 };

/** The SQL that ranks a hit of the index: the lower, the better. */
export const RANK = `bm25({planner_search}, ${Object.values(BOOSTS).join(", ")})`;
