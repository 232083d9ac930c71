import type { Contract, Endpoint, RouteKey } from "../../routes/endpoint.ts";
import type { contracts } from "../../routes/mod.ts";

/** One endpoint as a command: its route, its words, its declaration. */
export type Derived = { key: RouteKey; words: string[]; endpoint: Endpoint };

type Domains = typeof contracts;

/**
 * Loads the contract of each domain alone: the handlers behind `routes/mod.ts` would cost every command its start. A domain
 * that is missing here does not compile.
 */
const LOADERS: { [Domain in keyof Domains]: () => Promise<Domains[Domain]> } = {
  system: async () => (await import("../../routes/system/contract.ts")).system,
  backups: async () => (await import("../../routes/backups/contract.ts")).backups,
  runs: async () => (await import("../../routes/runs/contract.ts")).runs,
  taskSessions: async () => (await import("../../routes/task_sessions/contract.ts")).taskSessions,
  approvals: async () => (await import("../../routes/approvals/contract.ts")).approvals,
  projectContext: async () => (await import("../../routes/project_context/contract.ts")).projectContext,
  memory: async () => (await import("../../routes/memory/contract.ts")).memory,
  models: async () => (await import("../../routes/models/contract.ts")).models,
  notifications: async () => (await import("../../routes/notifications/contract.ts")).notifications,
  secrets: async () => (await import("../../routes/secrets/contract.ts")).secrets,
  coordinator: async () => (await import("../../routes/coordinator/contract.ts")).coordinator,
  dashboard: async () => (await import("../../routes/dashboard/contract.ts")).dashboard,
  commandCenter: async () =>
    (await import("../../routes/coordinator/command_center/contract.ts")).commandCenter,
};

const commandsOf = (contract: Contract): Derived[] =>
  (Object.entries(contract) as [RouteKey, Endpoint][]).map(([key, endpoint]) => ({
    key,
    words: endpoint.cli.split(" "),
    endpoint,
  }));

/** Every endpoint's command. */
export async function loadAll(): Promise<Derived[]> {
  const loaded = await Promise.all(Object.values(LOADERS).map((load) => load()));
  return loaded.flatMap((contract) => commandsOf(contract));
}

/**
 * The one command that these words name, found without loading all the others where its domain can be guessed from its first
 * word; null when that fails.
 */
export async function loadOne(words: readonly string[]): Promise<Derived | null> {
  const guess = (words[0] ?? "").replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const domain = guess in LOADERS ? guess as keyof Domains : "system";
  const commands = commandsOf(await LOADERS[domain]());
  return commands.filter((command) => command.words.every((word, i) => word === words[i]))
    .toSorted((a, b) => b.words.length - a.words.length)[0] ?? null;
}
