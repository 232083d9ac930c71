import { posix } from "node:path";
import { setupInputs } from "../commands/setup_inputs.ts";

/** Where tests are, by how they are usually named. */
const TESTS = [
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testdata|fixtures|__snapshots__)\//i,
  /(?:^|\/)test_[^/]+\.py$/,
  /(?:^|\/)conftest\.py$/,
  /(?:^|\/)tests?\.\w+$/i,
  /[._-](?:test|spec)s?\.\w+$/i,
  /(?:Test|Tests|IT|Spec)\.(?:java|kt|cs|scala|swift|groovy)$/,
  /\.(?:bats|snap|t)$/,
];

/** Files that decide how tests run, besides what package managers and build tools read. */
const RUNNERS =
  /^(?:(?:jest|vitest|karma|ava|playwright|cypress|babel|nyc|tap|wdio)\b.*|tsconfig.*\.json|\.mocharc.*|\.nycrc.*|\.taprc|pytest\.ini|tox\.ini|noxfile\.py|phpunit\.xml.*|\.rspec|bunfig\.toml|\.env.*)$/;

const LANGUAGES: Readonly<Record<string, string>> = {
  bash: "Shell",
  c: "C",
  cc: "C++",
  cjs: "JavaScript",
  cpp: "C++",
  cs: "C#",
  css: "CSS",
  ex: "Elixir",
  go: "Go",
  h: "C",
  hpp: "C++",
  html: "HTML",
  java: "Java",
  js: "JavaScript",
  jsx: "JavaScript",
  kt: "Kotlin",
  lua: "Lua",
  mjs: "JavaScript",
  mts: "TypeScript",
  php: "PHP",
  pl: "Perl",
  py: "Python",
  rb: "Ruby",
  rs: "Rust",
  scala: "Scala",
  sh: "Shell",
  sql: "SQL",
  svelte: "Svelte",
  swift: "Swift",
  ts: "TypeScript",
  tsx: "TypeScript",
  vue: "Vue",
  zig: "Zig",
};

/** Returns whether a path is that of a test, or of what tests read. */
export const isTest = (path: string): boolean => TESTS.some((pattern) => pattern.test(path));

/**
 * Returns whether a file decides how a verifier judges: a test, a manifest, the configuration of a test runner, or a file that the
 * command names below its directory. A result is judged with those of the known result, so that no worker can change them.
 */
export function decides(path: string, command: string, prefix: string): boolean {
  if (isTest(path) || RUNNERS.test(posix.basename(path)) || setupInputs("", [path], prefix).length > 0) {
    return true;
  }
  return command.split(/[\s'"`;|&()<>$={}]+/)
    .some((word) => word !== "" && posix.normalize(posix.join(prefix, word)) === path);
}

/** Returns the language of a file; null for one that is not source. */
const languageOf = (path: string): string | null =>
  LANGUAGES[posix.extname(path).slice(1).toLowerCase()] ?? null;

/** Returns whether a file is source that workers are to write. */
export const isSource = (path: string, command: string, prefix: string): boolean =>
  languageOf(path) !== null && !decides(path, command, prefix);

/** Returns the language of most of the files, the first in the alphabet of several. */
export function mainLanguage(paths: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const name = languageOf(path);
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]?.[0] ?? "other";
}

/** Returns what kind of change a request asks for: what its words say, else whether it adds sources. */
export function kindOf(request: string, addsSources: boolean): "fix" | "feature" | "change" {
  const subject = request.split("\n", 1)[0]!;
  if (/\b(?:fix(?:e[sd])?|bug|repair|correct|prevent|avoid|regression)\b/i.test(subject)) return "fix";
  if (addsSources || /\b(?:feat|add(?:s|ed)?|support|implement|introduce|new)\b/i.test(subject)) {
    return "feature";
  }
  return "change";
}
