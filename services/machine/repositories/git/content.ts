import type { Buffer } from "node:buffer";
import { dirname, join } from "node:path";
import { BlobStream } from "./blob_stream.ts";
import { readSmallFile } from "./files.ts";
import { gitText } from "./git.ts";
import { pathsWithIdent } from "./ident.ts";
import { pathProblem } from "./paths.ts";
import { temporaryDirectory } from "./temporary.ts";
import { concatenate, listTree, SYMLINK, type TreeEntry } from "./trees.ts";
import type { Control } from "./types.ts";

/** A blob with the path and mode that determine its bytes in a working tree. */
export interface ContentRequest {
  readonly path: string;
  readonly mode: string;
  readonly blob: string;
}

/** Reads the working tree bytes of many blobs; dispose of it when done. */
export interface ContentReader extends AsyncDisposable {
  /** Requests several in advance; read them in this order. */
  announce(requests: readonly ContentRequest[]): void;
  /** Returns the bytes in chunks; read one to its end before the next. Throws {UnavailableError} when it is missing. */
  read(request: ContentRequest): AsyncGenerator<Buffer>;
}

/** Reads through one git process, using the attributes of the tree. */
interface TreeContentReader extends ContentReader {
  /** Returns the paths that have the attribute `ident`. */
  withIdent(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the sizes of blobs where a checkout may write other line endings than they have; otherwise none. */
  storedSizes(blobs: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/**
 * Opens a reader that converts like a checkout of `tree` would (line endings, encoding), without filters.
 *
 * @see gitattributes(5); git-cat-file(1), `--filters`
 */
export async function openContents(control: Control, tree: string): Promise<TreeContentReader> {
  const attributes = await attributesOf(control, tree);
  const converted = new BlobStream(["cat-file", "--batch", "-z", "--filters"], {
    gitDir: control.gitDir,
    workTree: attributes.path,
  });
  const plain = new BlobStream(["cat-file", "--batch", "-z"], { gitDir: control.gitDir });
  return {
    // Attributes do not apply to symbolic links, but `--filters` ignores that.
    announce: (requests) => {
      const [links, files] = [requests.filter(isLink), requests.filter((request) => !isLink(request))];
      plain.announce(links.map(({ blob }) => blob));
      converted.announce(files.map(({ path, blob }) => `${blob} ${path}`));
    },
    withIdent: async (paths) =>
      attributes.mentionIdent
        ? await pathsWithIdent({ gitDir: control.gitDir, workTree: attributes.path }, paths)
        : new Set(),
    storedSizes: async (blobs) =>
      attributes.mentionEndings || control.repository.lineEndings.autocrlf === "true"
        ? await sizesOf(control, blobs)
        : new Map(),
    read: ({ path, mode, blob }) => mode === SYMLINK ? plain.read(blob) : converted.read(`${blob} ${path}`),
    async [Symbol.asyncDispose]() {
      await Promise.all([converted.close(), plain.close()]);
      await attributes[Symbol.asyncDispose]();
    },
  };
}

function isLink({ mode }: ContentRequest): boolean {
  return mode === SYMLINK;
}

/** Returns whole blobs as they are stored, through one process, in the given order. */
export async function readBlobs(control: Control, blobs: readonly string[]): Promise<Uint8Array[]> {
  const stream = new BlobStream(["cat-file", "--batch", "-z"], { gitDir: control.gitDir });
  const contents: Uint8Array[] = [];
  try {
    stream.announce(blobs);
    for (const blob of blobs) contents.push(concatenate(await Array.fromAsync(stream.read(blob))));
  } finally {
    await stream.close();
  }
  return contents;
}

/** `cat-file --filters` finds attributes only in a working tree, so it gets one with nothing else. */
async function attributesOf(control: Control, tree: string) {
  const directory = await temporaryDirectory(control);
  const files = (await listTree(control, tree)).filter(isAttributesFile);
  const contents = await readBlobs(control, files.map(({ object }) => object));
  for (const [index, { path }] of files.entries()) {
    const file = join(directory.path, path);
    await Deno.mkdir(dirname(file), { recursive: true });
    await Deno.writeFile(file, contents[index] ?? new Uint8Array());
  }
  const own = await readSmallFile(join(control.gitDir, "info", "attributes"), 1 << 24) ?? "";
  const decoder = new TextDecoder();
  const texts = [own, ...contents.map((each) => decoder.decode(each))];
  return {
    ...directory,
    mentionIdent: texts.some((text) => /\bident\b/.test(text)),
    mentionEndings: texts.some((text) => /\b(?:text|eol|crlf)\b/.test(text)),
  };
}

async function sizesOf({ gitDir }: Control, blobs: readonly string[]): Promise<Map<string, number>> {
  const stdin = blobs.map((blob) => `${blob}\n`).join("");
  const args = ["cat-file", "--batch-check=%(objectname) %(objectsize)", "--buffer"];
  const lines = (await gitText(args, { gitDir, stdin })).split("\n").map((line) => line.split(" "));
  return new Map(lines.map(([blob = "", size]) => [blob, Number(size)]));
}

/** A tree from elsewhere can contain any name; one that leads outside the directory must not be written. */
function isAttributesFile({ path, mode }: TreeEntry): boolean {
  return /(?:^|\/)\.gitattributes$/.test(path) && mode !== SYMLINK && pathProblem(path) === null;
}
