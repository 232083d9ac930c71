import { VERSION } from "./version.ts";

/** How the program came here, and what it was made of. From source nothing is known of commit and date. */
export type Build = {
  version: string;
  packaging: "source" | "compiled" | "portable" | "npm";
  commit: string | null;
  builtAt: string | null;
};

let read: () => Build = () => ({ version: VERSION, packaging: "source", commit: null, builtAt: null });

/** Says how to find out what the program is; the entry of a packaged program does so before anything else. */
export function declareBuild(describe: () => Build): void {
  read = describe;
}

/** What this program is: `agent-harness version` prints it. */
export const currentBuild = (): Build => read();
