/** The maximum number of links in one response. */
const MAX_LINKS = 20;

/** The page for each kind of id. */
const PAGES: Readonly<Record<string, { label: string; path: string }>> = {
  run: { label: "Run", path: "/dashboard/runs/" },
  approval: { label: "Review", path: "/dashboard/approvals/" },
};

/** Returns links to the runs and reviews that a response names, for the person to open, as one text. */
export function linksIn(answer: string, url: string): string[] {
  const found = new Set<string>();
  for (const [, id, kind] of answer.matchAll(/"((run|approval)_[0-9a-z]+)"/g)) {
    const { label, path } = PAGES[kind!]!;
    found.add(`${label}: ${url}${path}${id}`);
    if (found.size === MAX_LINKS) break;
  }
  return found.size === 0 ? [] : [[...found].join("\n")];
}
