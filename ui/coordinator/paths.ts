/** Where a conversation is shown. */
export const conversationPath = (id: string): string => `/dashboard/conversations/${encodeURIComponent(id)}`;

/** Where a run is shown. */
export const runPath = (id: string): string => `/dashboard/runs/${encodeURIComponent(id)}`;

/** Where a checkpoint is reviewed. */
export const reviewPath = (id: string): string => `/dashboard/approvals/${encodeURIComponent(id)}`;

/** Where a memory record is shown. */
export const memoryPath = (id: string): string => `/dashboard/memory?record=${encodeURIComponent(id)}`;

/** Where the record of an id is shown; null for one that has no page of its own. */
export function pathOfRecord(id: string): string | null {
  if (id.startsWith("run_")) return runPath(id);
  return id.startsWith("approval_") ? reviewPath(id) : null;
}
