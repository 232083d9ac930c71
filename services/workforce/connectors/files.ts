import { dirname, join, relative } from "node:path";
import { sha256 } from "../../../store/chain.ts";
import { readBoundedSync } from "../../ground/kernel/bounded_file.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../ground/kernel/errors.ts";
import type { Declaration } from "./declaration.ts";
import { readDeclaration } from "./read_declaration.ts";

const MAX_FILES = 500;
const MAX_BYTES = 10 * 1024 * 1024;

/** The files of a connector, by path within its directory, and the hash of all of them. */
type ConnectorFiles = { files: ReadonlyMap<string, Uint8Array>; contentSha256: string };

/** A connector as its files define it. */
export type Connector = ConnectorFiles & { declaration: Declaration };

type Reads = Pick<Core, "config">;

/** Where the operator puts connectors, each in a directory named by its id. */
const connectorsPath = ({ config }: Reads): string => join(config.storageDirectory, "connectors");

/** Returns the ids of all installed connectors, sorted. */
export function connectorIds(service: Reads): string[] {
  try {
    return [...Deno.readDirSync(connectorsPath(service))].filter(({ isDirectory }) => isDirectory)
      .map(({ name }) => name).toSorted();
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return [];
    throw cause;
  }
}

/** Reads every byte of a connector. Throws `NotFoundError`, `InvalidError`. */
export function readConnector(service: Reads, id: string): Connector {
  if (!connectorIds(service).includes(id)) throw new NotFoundError("connector", id);
  const read = readFiles(join(connectorsPath(service), id), id);
  const declared = read.files.get("connector.json");
  if (!declared) throw new InvalidError(`The connector ${id} has no connector.json.`);
  return { ...read, declaration: readDeclaration(declared, id) };
}

/** Returns the hash of an installed connector; null if it cannot be read. */
export function hashOfConnector(service: Reads, id: string): string | null {
  try {
    return readFiles(join(connectorsPath(service), id), id).contentSha256;
  } catch {
    return null;
  }
}

function readFiles(directory: string, id: string): ConnectorFiles {
  const files = new Map<string, Uint8Array>();
  let left = MAX_BYTES;
  const read = (place: string) => {
    for (const { name, isDirectory, isFile } of Deno.readDirSync(place)) {
      const path = join(place, name);
      if (isDirectory) {
        read(path);
        continue;
      }
      const shown = relative(directory, path);
      if (!isFile) throw new InvalidError(`${shown} of the connector ${id} is not a regular file.`);
      const file = readBoundedSync(path, left);
      if (files.size >= MAX_FILES || ("problem" in file && file.problem === "too_large")) {
        throw new InvalidError(
          `The connector ${id} has more than ${MAX_FILES} files or ${MAX_BYTES / 1024 / 1024} MiB.`,
        );
      }
      if ("problem" in file) throw new InvalidError(`${shown} of the connector ${id} cannot be read.`);
      left -= file.bytes.length;
      files.set(shown, file.bytes);
    }
  };
  read(directory);
  const listed = [...files].map(([path, content]) => [path, sha256(content)]).toSorted(([a], [b]) =>
    a! < b! ? -1 : 1
  );
  return { files, contentSha256: sha256(JSON.stringify(listed)) };
}

/** Writes the files that were read and hashed into a separate directory, so that what runs is what was approved. */
export async function layOut({ files }: ConnectorFiles, directory: string): Promise<void> {
  for (const [path, content] of files) {
    await Deno.mkdir(join(directory, dirname(path)), { recursive: true, mode: 0o700 });
    await Deno.writeFile(join(directory, path), content, { mode: 0o700 });
  }
}
