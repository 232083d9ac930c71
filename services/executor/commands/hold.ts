import type { NetworkUse } from "../../../store/runs/network.ts";
import type { ProcessSandbox } from "../../processes/run.ts";
import type { Confinement } from "../../../store/processes/document.ts";

/** How a command is run: the sandbox, if there is one, and what is put on record of it. Disposed when the command has ended. */
export type Hold = {
  sandbox?: ProcessSandbox;
  confinement: Confinement;
  input?: string;
  /** Variables that the command gets besides the usual ones. */
  environment: Record<string, string>;
  /** What went over the network so far; null when nothing did, and where nothing is held. */
  networkUse: () => NetworkUse | null;
} & AsyncDisposable;
