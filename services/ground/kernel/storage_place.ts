import type { Environment } from "./variables.ts";

/** The variable that names the storage directory; it takes precedence over the remembered one. */
export const STORAGE_VARIABLE = "AGENT_HARNESS_STORAGE_DIR";

/** The given path of a storage directory, and its source: the variable, or the file that remembers it. */
export type StoragePlace = { path: string; from: string };

/** Returns the storage directory in the variable, or the one that `init` remembered, or null. */
export function storagePlace(environment: Environment): StoragePlace | null {
  const named = environment(STORAGE_VARIABLE);
  if (named) return { path: named, from: STORAGE_VARIABLE };
  const file = rememberedFile(environment);
  if (file === null) return null;
  let path: string;
  try {
    path = Deno.readTextFileSync(file).replace(/\r?\n$/, "");
  } catch {
    return null; // nothing is remembered
  }
  return path === "" ? null : { path, from: file };
}

/** Returns where `init` creates the storage directory by default; null for a user without a home. */
export function defaultStorage(environment: Environment): string | null {
  return userDirectory(environment, "LOCALAPPDATA", "XDG_DATA_HOME", ".local/share");
}

/** Returns where this user's programs keep what is neither data nor configuration; null for a user without a home. */
export function stateDirectory(environment: Environment): string | null {
  return userDirectory(environment, "LOCALAPPDATA", "XDG_STATE_HOME", ".local/state");
}

/** Remembers a storage directory for later commands of this user. Returns the file, or null for a user without a home. */
export function rememberStorage(environment: Environment, directory: string): string | null {
  const file = rememberedFile(environment);
  if (file === null) return null;
  Deno.mkdirSync(file.replace(/[\\/][^\\/]*$/, ""), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${crypto.randomUUID()}`;
  Deno.writeTextFileSync(temporary, `${directory}\n`, { mode: 0o600, createNew: true });
  Deno.renameSync(temporary, file);
  return file;
}

/** The port where neither a variable nor a storage directory names one. OpenTelemetry's collectors use it too. */
export const USUAL_PORT = 4317;

const portFile = (storageDirectory: string): string => `${storageDirectory}/port`;

/** Returns the port that a person chose for a storage directory; null if they chose none. */
export function keptPort(storageDirectory: string): number | null {
  let text: string;
  try {
    text = Deno.readTextFileSync(portFile(storageDirectory)).trim();
  } catch {
    return null; // none was chosen
  }
  const port = Number(text);
  return /^\d+$/.test(text) && port > 0 && port < 65_536 ? port : null;
}

/** Keeps the port of a storage directory, for the service and the commands. */
export const keepPort = (storageDirectory: string, port: number): void =>
  Deno.writeTextFileSync(portFile(storageDirectory), `${port}\n`, { mode: 0o600 });

function rememberedFile(environment: Environment): string | null {
  const directory = userDirectory(environment, "APPDATA", "XDG_CONFIG_HOME", ".config");
  return directory && `${directory}/storage`;
}

/** Returns the directory where the system keeps such files of a user's programs: from a variable, or a place in the home. */
function userDirectory(
  environment: Environment,
  windows: string,
  xdg: string,
  inHome: string,
): string | null {
  const given = environment(Deno.build.os === "windows" ? windows : xdg);
  if (given && isAbsolute(given)) return `${given}/agent-harness`;
  const home = environment("HOME");
  return home && isAbsolute(home) && Deno.build.os !== "windows" ? `${home}/${inHome}/agent-harness` : null;
}

/** `node:path` would slow down the start of the service. */
const isAbsolute = (path: string): boolean => /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path);
