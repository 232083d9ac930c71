/** The filter of the list, which is in the address. */
export type Filter = {
  text: string;
  status: string;
  repository: string;
  /** The id of the workflow whose runs are shown; empty for all. */
  workflow: string;
  archived: boolean;
  board: boolean;
};

/** Returns the filter in an address. */
export const filterOf = (query: Readonly<Record<string, string>>): Filter => ({
  text: query.q ?? "",
  status: query.status ?? "",
  repository: query.repository ?? "",
  workflow: query.workflow ?? "",
  archived: query.archived === "1",
  board: query.view === "board",
});

/** Returns the query to the service, without the state. */
export const askedOf = ({ text, repository, workflow, archived }: Filter) => ({
  ...(text && { query: text }),
  ...(repository && { repoPath: repository }),
  ...(workflow && { workflowId: workflow }),
  ...(archived && { archived: "true" }),
});

/** Reports whether no filter is set. */
export const isPlain = ({ text, status, repository, workflow, archived }: Filter): boolean =>
  !text && !status && !repository && !workflow && !archived;
