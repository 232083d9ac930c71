import type { NetworkUse } from "../../store/runs/network.ts";
import type { ProcessSandbox } from "../processes/run.ts";
import type { Confinement } from "../../store/processes/document.ts";

/** How a command runs: its sandbox, if any, and what is recorded about it. Disposed when the command has ended. */
export type Hold = {
  sandbox?: ProcessSandbox;
  confinement: Confinement;
  input?: string;
  /** Additional environment variables of the command. */
  environment: Record<string, string>;
  /** Network use so far; null when there was none, and where nothing is confined. */
  networkUse: () => NetworkUse | null;
} & AsyncDisposable;
