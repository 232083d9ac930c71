import { ConfigError } from "./variables.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** Whose token a file contains. */
export type TokenOwner = "operator" | "agent";

/** The files of a storage directory that contain a token, if `init` made one. Backups leave them out. */
export const TOKEN_FILES = { operator: "token", agent: "agent-token" } as const satisfies Record<
  TokenOwner,
  string
>;

/** Returns the path of a token of a storage directory. */
export const tokenPath = (storageDirectory: string, owner: TokenOwner = "operator"): string =>
  `${storageDirectory}/${TOKEN_FILES[owner]}`;

/**
 * Returns a token of a storage directory, by default the operator's, or null. Throws `ConfigError` for a file that
 * others may read, that cannot be read, or that does not contain one token.
 */
export function readTokenFile(storageDirectory: string, owner: TokenOwner = "operator"): string | null {
  const path = tokenPath(storageDirectory, owner);
  let info: Deno.FileInfo;
  let text: string;
  try {
    info = Deno.lstatSync(path);
    if (!info.isFile) throw new ConfigError(`The token file ${path} is not a file. Remove it.`);
    text = Deno.readTextFileSync(path).trim();
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return null;
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError(`The token file ${path} cannot be read: ${messageOf(cause)}.`);
  }
  if (info.mode !== null && Deno.build.os !== "windows" && (info.mode & 0o077) !== 0) {
    throw new ConfigError(`Other users may read the token file ${path}. Run: chmod 600 ${path}`);
  }
  if (!/^[\x21-\x7e]{16,}$/.test(text)) {
    throw new ConfigError(
      `The token file ${path} does not contain one token of 16 or more characters. Remove it and run \`agent-harness init${
        owner === "operator" ? " --token" : ""
      }\` again.`,
    );
  }
  return text;
}

/** Creates a token if the storage directory has none. Returns the path of its file, and whether it was created. */
export function makeTokenFile(
  storageDirectory: string,
  owner: TokenOwner = "operator",
): { path: string; created: boolean } {
  const path = tokenPath(storageDirectory, owner);
  if (readTokenFile(storageDirectory, owner) !== null) return { path, created: false };
  const token = crypto.getRandomValues(new Uint8Array(32)).toHex();
  using file = Deno.openSync(path, { write: true, createNew: true, mode: 0o600 });
  try {
    file.writeSync(new TextEncoder().encode(`${token}\n`));
    file.syncSync();
  } catch (cause) {
    Deno.removeSync(path); // an empty one would be refused from now on
    throw cause;
  }
  return { path, created: true };
}
