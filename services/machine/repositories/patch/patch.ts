import { Buffer } from "node:buffer";

/** Where one hunk is in the patch text: its header line and the following lines. */
export interface PatchHunk {
  readonly header: string;
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly body: string;
  readonly additions: number;
  readonly deletions: number;
}

/** The part of a patch about one path. */
export interface PatchSection {
  readonly text: string;
  readonly binary: boolean;
  readonly hunks: readonly PatchHunk[];
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Returns the patch as a string with one character per byte, so that no byte is lost in either direction. */
export function patchText(patch: Uint8Array): string {
  return Buffer.from(patch.buffer, patch.byteOffset, patch.length).toString("latin1");
}

/** Returns the bytes of a string made by `patchText`. */
export function patchBytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, "latin1"));
}

/**
 * Parses a patch from `git diff-tree -p --binary --full-index`. Lines are counted by the hunk headers, so content that looks
 * like a header stays content.
 *
 * @param sections how many "diff --git" sections each path has, in the order of the patch (a change of type has two)
 * @throws {Error} when the patch does not have that form
 * @see git-diff(1), "Generating patch text with -p"
 */
export function parsePatch(text: string, sections: readonly number[]): PatchSection[] {
  const reader = new LineReader(text);
  const parsed = sections.map((count) => {
    const start = reader.position;
    const hunks: PatchHunk[] = [];
    let binary = false;
    for (let section = 0; section < count; section++) {
      if (!reader.peek().startsWith("diff --git ")) {
        throw new Error(`No section starts at ${reader.position}.`);
      }
      reader.next();
      while (!reader.atEnd() && !reader.peek().startsWith("diff --git ")) {
        const line = reader.next();
        if (line === "GIT binary patch\n") binary = true;
        else if (line.startsWith("@@ ")) hunks.push(readHunk(reader, line));
      }
    }
    return { text: text.slice(start, reader.position), binary, hunks };
  });
  if (!reader.atEnd()) throw new Error(`The patch continues after its last path at ${reader.position}.`);
  return parsed;
}

function readHunk(reader: LineReader, header: string): PatchHunk {
  const match = HUNK.exec(header);
  if (match === null) throw new Error(`A hunk header is malformed before ${reader.position}.`);
  const [, ...digits] = match;
  const [oldStart = 1, oldLines = 1, newStart = 1, newLines = 1] = digits.map((each) => Number(each ?? 1));
  const start = reader.position;
  let [oldLeft, newLeft, additions, deletions] = [oldLines, newLines, 0, 0];
  while (oldLeft > 0 || newLeft > 0 || (!reader.atEnd() && reader.peek().startsWith("\\"))) {
    const kind = reader.next()[0];
    if (kind === "+") additions++;
    else if (kind === "-") deletions++;
    else if (kind !== " " && kind !== "\\") {
      throw new Error(`A hunk ends too early before ${reader.position}.`);
    }
    if (kind === " " || kind === "-") oldLeft--;
    if (kind === " " || kind === "+") newLeft--;
  }
  if (oldLeft < 0 || newLeft < 0) throw new Error(`A hunk has too many lines before ${reader.position}.`);
  return {
    header: header.trimEnd(),
    oldStart,
    oldLines,
    newStart,
    newLines,
    body: reader.text.slice(start, reader.position),
    additions,
    deletions,
  };
}

class LineReader {
  position = 0;

  constructor(readonly text: string) {}

  atEnd(): boolean {
    return this.position >= this.text.length;
  }

  peek(): string {
    const end = this.text.indexOf("\n", this.position);
    return this.text.slice(this.position, end === -1 ? undefined : end + 1);
  }

  next(): string {
    const line = this.peek();
    this.position += line.length;
    return line;
  }
}
