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
