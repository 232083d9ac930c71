import { VERSION } from "./version.ts";

/** How the program was packaged, and what it was built from. From source, commit and date are unknown. */
export type Build = {
  version: string;
  packaging: "source" | "compiled" | "portable" | "npm";
  commit: string | null;
  builtAt: string | null;
};

let read: () => Build = () => ({ version: VERSION, packaging: "source", commit: null, builtAt: null });

/** Sets how to find out what the program is; the entry of a packaged program calls it first. */
export function declareBuild(describe: () => Build): void {
  read = describe;
}

/** Returns what this program is: `agent-harness version` prints it. */
export const currentBuild = (): Build => read();
