import { readFrontmatter } from "./frontmatter.ts";
import { readManifest } from "./manifest.ts";
import { filesOf } from "./pack.ts";
import { permissionsOf } from "./permissions.ts";
import { scan, type ScannedText } from "./scan/scan.ts";

const MAX_PREVIEW = 2000;

/** Reads and scans the files of a skill; runs in the parser process. */
export function readSkill(input: Uint8Array) {
  const { directory, files } = unpackFor(input);
  const texts: ScannedText[] = [];
  const binaries: string[] = [];
  for (const { path, bytes } of files) {
    // Binary content is scanned too, each byte as a character.
    texts.push({ path, text: textOf(bytes) ?? new TextDecoder("latin1").decode(bytes) });
    if (isProgram(bytes)) binaries.push(path);
  }
  const main = texts.find(({ path }) => path === "SKILL.md");
  const frontmatter = readFrontmatter(main?.text ?? "");
  const { manifest, faults } = readManifest(frontmatter, directory);
  const description = frontmatter.fields.get("description");
  const first = typeof description?.value === "string"
    ? [{ path: "SKILL.md", text: description.value, line: description.line }]
    : [];
  // A name is read by models and people, too.
  const names = files.map(({ path }) => ({ path, text: path }));
  const rest = [...texts].sort((a, b) => Number(b.path === "SKILL.md") - Number(a.path === "SKILL.md"));
  const programs = binaries.map((path) => ({
    rule: "program",
    severity: "high",
    path,
    line: 1,
    excerpt: path,
    why: "The file is a program in machine code, which cannot be reviewed.",
  }));
  const lines = main?.text.split("\n").length ?? 0;
  return {
    manifest,
    faults,
    findings: [...scan([...first, ...names, ...rest]), ...programs],
    permissions: permissionsOf(manifest ?? { allowedTools: [] }, texts, binaries),
    bodyPreview: frontmatter.body.trim().slice(0, MAX_PREVIEW),
    warnings: lines > 500
      ? [`SKILL.md has ${lines} lines. If it has more than 500, split it into several files.`]
      : [],
  };
}

function unpackFor(input: Uint8Array) {
  const { directory, packed } = JSON.parse(new TextDecoder().decode(input)) as {
    directory: string | null;
    packed: string;
  };
  return { directory, files: filesOf(JSON.parse(packed)) };
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const MAGIC = [[0x7f, 0x45, 0x4c, 0x46], [0x4d, 0x5a], [0xfe, 0xed, 0xfa], [0xcf, 0xfa, 0xed, 0xfe], [
  0xca,
  0xfe,
  0xba,
  0xbe,
], [0, 0x61, 0x73, 0x6d]];

const isProgram = (bytes: Uint8Array): boolean =>
  MAGIC.some((magic) => magic.every((byte, i) => bytes[i] === byte));
