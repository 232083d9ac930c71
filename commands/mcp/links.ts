/** The most links that go with one answer. */
const MAX_LINKS = 20;

/** The pages that show what an id names. */
const PAGES: Readonly<Record<string, { label: string; path: string }>> = {
  run: { label: "Run", path: "/dashboard/runs/" },
  approval: { label: "Review", path: "/dashboard/approvals/" },
};

/** Returns the links to the runs and reviews that an answer names, for the person to follow, as one text; none for none. */
export function linksIn(answer: string, url: string): string[] {
  const found = new Set<string>();
  for (const [, id, kind] of answer.matchAll(/"((run|approval)_[0-9a-z]+)"/g)) {
    const { label, path } = PAGES[kind!]!;
    found.add(`${label}: ${url}${path}${id}`);
    if (found.size === MAX_LINKS) break;
  }
  return found.size === 0 ? [] : [[...found].join("\n")];
}
