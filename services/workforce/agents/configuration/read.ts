import { join } from "node:path";
import type { LackedServer } from "../../../sessions/models/providers/connect_schemas.ts";
import { readBounded } from "../../../ground/kernel/bounded_file.ts";
import type { ProviderKind } from "../../../sessions/provider_kinds/definition.ts";
import type { AgentConfiguration } from "./configuration.ts";

/** The size above which a file is not a configuration that somebody wrote. */
const MAX_BYTES = 256 * 1024;

const MAX_MODELS = 20;

/** A model's name; no text of another kind is taken for one. */
const MODEL = /^[\w@][\w.:/@+-]{0,199}$/;

/** An agent whose models come from a server: the kinds that it can use, and its configuration. */
type Configured = { speaks: readonly ProviderKind[]; configuration?: AgentConfiguration };

/** Where a person's files are: the home directory, and a variable that moves some of them. */
type Person = { home: string | null; variable: (name: string) => string | undefined };

/**
 * Returns the server that an agent lacks, as its own configuration names it. Of the file only an address, its protocol and
 * the names of models are taken, and of these only those of the expected form: no key, hook, plugin, server or permission.
 */
export async function lackedServer(agent: Configured, person: Person): Promise<LackedServer> {
  const none: LackedServer = { kind: agent.speaks[0]!.id, baseUrl: null, models: [], file: null };
  const { configuration } = agent;
  if (configuration === undefined || person.home === null) return none;
  for (const file of pathsOf(configuration, person)) {
    const read = await readBounded(file, MAX_BYTES, "follow"); // the agent follows links too
    if ("problem" in read) continue;
    const stated = await configuration.read(new TextDecoder().decode(read.bytes)).catch(() => null);
    const baseUrl = addressOf(stated?.baseUrl);
    if (stated === null || baseUrl === null) continue;
    const models = stated.models.filter((name): name is string =>
      typeof name === "string" && MODEL.test(name)
    );
    return {
      kind: stated.kind.id,
      baseUrl,
      models: [...new Set(models)].slice(0, MAX_MODELS),
      file: file.startsWith(`${person.home}/`) ? `~${file.slice(person.home.length)}` : file,
    };
  }
  return none;
}

function pathsOf({ variable, directory, files }: AgentConfiguration, { home, variable: valueOf }: Person) {
  const moved = variable === null ? undefined : valueOf(variable);
  const place = moved?.startsWith("/") ? moved : join(home!, directory);
  return files.map((name) => join(place, name));
}

/** Returns a plain address; null for one that could hold a key, or that the agent fills in itself. */
function addressOf(stated: unknown): string | null {
  const url = typeof stated === "string" ? URL.parse(stated) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return url.search || url.hash || /[{}$]|%7[BD]/i.test(url.href) ? null : url.href.replace(/\/+$/, "");
}
