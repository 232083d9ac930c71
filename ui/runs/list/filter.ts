import type { RunSummary } from "../types.ts";

/** What is to be listed; it stands in the address. */
export type Filter = { text: string; status: string; repository: string; archived: boolean };

/** The filter that an address holds. */
export const filterOf = (query: Readonly<Record<string, string>>): Filter => ({
  text: query.q ?? "",
  status: query.status ?? "",
  repository: query.repository ?? "",
  archived: query.archived === "1",
});

/** Whether a run fits: every word is in its request, its directory, its id or the reason of its state. */
export function matchesFilter(run: RunSummary, { text, status, repository }: Filter): boolean {
  if (status && run.status !== status) return false;
  if (repository && run.repoPath !== repository) return false;
  const all = `${run.request} ${run.repoPath} ${run.id} ${run.statusReason ?? ""} ${run.statusDetail ?? ""}`
    .toLowerCase();
  return text.toLowerCase().split(/\s+/).every((word) => all.includes(word));
}

/** True when nothing narrows the list. */
export const isPlain = ({ text, status, repository, archived }: Filter): boolean =>
  !text && !status && !repository && !archived;
