import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { LOCAL_SERVERS, type LocalServer } from "./local_servers.ts";
import type { ProviderDefinition } from "../../../provider_kinds/definition.ts";
import { describeIssues } from "./settings_issue.ts";
import { type ProviderSettingsFile, providerSettingsFileSchema } from "./settings_schema.ts";
import { jsonProblem } from "../../../../../store/shared/json_problem.ts";
import { messageOf } from "../../../../../store/shared/message_of.ts";

/** The name of the file in a storage directory. */
export const SETTINGS_FILE = "providers.json";

/** Larger than any sensible configuration; a larger file is not read. */
const MAX_BYTES = 4 * 1024 * 1024;

/** What is wrong with the file, for people, and the version of the file that has the problem. */
export type SettingsProblem = { detail: string; fix: string };

const NOTHING: ProviderSettingsFile = providerSettingsFileSchema.parse({});

/**
 * The configuration of providers and budgets, `<storage>/providers.json`. It is read again whenever the file has changed; a file
 * that is unreadable or invalid leaves the last valid one in force, and `problem` says what is wrong. It also holds where
 * model servers are looked for on this machine.
 */
export class ProviderConfiguration {
  readonly path: string;
  #mark: string | null = null;
  #good: ProviderSettingsFile = NOTHING;
  #problem: SettingsProblem | null = null;

  constructor(
    storageDirectory: string,
    readonly localServers: readonly LocalServer[] = LOCAL_SERVERS,
    /** Coding agents that were found on this machine, when the service started or somebody last looked for them. */
    public agents: readonly ProviderDefinition[] = [],
  ) {
    this.path = join(storageDirectory, SETTINGS_FILE);
  }

  /** The last valid content; empty without any. */
  settings(): ProviderSettingsFile {
    this.#refresh();
    return this.#good;
  }

  /** What is wrong with the current file, or null. */
  problem(): SettingsProblem | null {
    this.#refresh();
    return this.#problem;
  }

  #refresh(): void {
    let mark: string | null = null;
    try {
      // Most installations have no such file, and each route looks for it; a stat that finds nothing costs twenty times as much.
      const stat = existsSync(this.path) && statSync(this.path, { bigint: true, throwIfNoEntry: false });
      if (stat) mark = `${stat.mtimeNs}/${stat.ctimeNs}/${stat.size}/${stat.ino}`;
    } catch (cause) {
      mark = `unreadable: ${messageOf(cause)}`;
    }
    if (mark === this.#mark) return;
    this.#mark = mark;
    if (mark === null) [this.#good, this.#problem] = [NOTHING, null];
    else this.#read();
  }

  #read(): void {
    try {
      this.#good = parseSettings(readBounded(this.path));
      this.#problem = null;
    } catch (cause) {
      const detail = `${SETTINGS_FILE}: ${messageOf(cause)}`;
      this.#problem = {
        detail: `${detail} The previous configuration stays in force.`,
        fix: `Fix ${this.path}. It is read again at its next use.`,
      };
    }
  }
}

function readBounded(path: string): string {
  const bytes = Deno.readFileSync(path);
  if (bytes.length > MAX_BYTES) {
    throw new Error(`it has ${bytes.length} bytes, and the limit is ${MAX_BYTES}.`);
  }
  return new TextDecoder().decode(bytes);
}

/** Parses the file. Throws an `Error` whose message says what is wrong and how to fix it. */
export function parseSettings(text: string): ProviderSettingsFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new Error(`it is not valid JSON: ${jsonProblem(cause)}.`);
  }
  const parsed = providerSettingsFileSchema.safeParse(json);
  if (!parsed.success) throw new Error(describeIssues(parsed.error, json));
  return parsed.data;
}
