import type { RunDetails } from "../../../services/execution/run_views/detail_schemas.ts";

/** Whether each execution of a run's setup had the network, in order. */
export const networks = ({ traces }: RunDetails): boolean[] =>
  traces.items.filter(({ type }) => type === "process.started")
    .map(({ data }) => data as { purpose: string; confinement: { network: boolean } })
    .filter(({ purpose }) => purpose === "setup").map(({ confinement }) => confinement.network);
