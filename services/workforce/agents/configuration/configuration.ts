import type { ProviderKind } from "../../../sessions/provider_kinds/definition.ts";

/** The server that a configuration names for the agent's models, not yet checked. */
type StatedServer = { kind: ProviderKind; baseUrl: unknown; models: readonly unknown[] };

/** Where an agent keeps its configuration, and how the server of its models is read from it. */
export type AgentConfiguration = {
  /** The variable that moves its directory, and the directory in the home directory without it. */
  variable: string | null;
  directory: string;
  /** The files in it, the one that takes precedence first. */
  files: readonly string[];
  /** Returns the server that the text of a file names, or null. Throws for a text that is not in the file's format. */
  read: (text: string) => Promise<StatedServer | null>;
};
