import { recordOf } from "../../../store/shared/records.ts";
/** The files in a project's top directory that show how it is tested, by name, as far as they were read. */
export type ProjectFiles = ReadonlyMap<string, string>;

/** How a project is set up and tested, and the file that shows it. Each command is one of those listed here. */
type ProjectCommands = { test: string; setup: string | null; file: string };

/** The files that `projectCommands` reads. */
export const PROJECT_FILES: readonly string[] = [
  "package.json",
  "package-lock.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "bun.lock",
  "deno.json",
  "deno.jsonc",
  "Cargo.toml",
  "go.mod",
  "pyproject.toml",
  "pytest.ini",
  "uv.lock",
  "poetry.lock",
  "mix.exs",
  "pom.xml",
  "mvnw",
  "gradlew",
  "Makefile",
];

/**
 * Returns how a project is tested, from its files; null if unknown. No text of a file becomes part of a command: a repository
 * only selects one of these. Pure.
 */
export function projectCommands(files: ProjectFiles): ProjectCommands | null {
  for (const [file, commandsOf] of KINDS) {
    const content = files.get(file);
    const found = content === undefined ? null : commandsOf(content, files);
    if (found !== null) return { setup: null, ...found, file };
  }
  return null;
}

type Found = { test: string; setup?: string } | null;

const always = (test: string) => (): Found => ({ test });

/** The most specific file comes first: a Makefile next to another file often has another purpose. */
const KINDS: readonly [string, (content: string, files: ProjectFiles) => Found][] = [
  ["package.json", ofNode],
  ["deno.json", ofDeno],
  ["deno.jsonc", ofDeno],
  ["Cargo.toml", always("cargo test")],
  ["go.mod", always("go test ./...")],
  ["pyproject.toml", ofPython],
  ["pytest.ini", always("python3 -m pytest")],
  ["mix.exs", always("mix test")],
  ["pom.xml", (_, files) => ({ test: files.has("mvnw") ? "./mvnw test" : "mvn test" })],
  ["gradlew", always("./gradlew test")],
  ["Makefile", (content) => /^test\s*:(?!=)/m.test(content) ? { test: "make test" } : null],
];

/** What `npm init` writes if there are no tests. */
const NO_TESTS = /no test specified/;

function ofNode(content: string, files: ProjectFiles): Found {
  const { scripts, dependencies, devDependencies } = objectOf(content);
  const { test } = objectOf(scripts);
  if (typeof test !== "string" || NO_TESTS.test(test)) return null;
  const needs = Object.keys({ ...objectOf(dependencies), ...objectOf(devDependencies) }).length > 0;
  const [command, setup] = files.has("pnpm-lock.yaml")
    ? ["pnpm test", "pnpm install --frozen-lockfile"]
    : files.has("yarn.lock")
    ? ["yarn test", "yarn install --frozen-lockfile"]
    : files.has("bun.lock")
    ? ["bun run test", "bun install --frozen-lockfile"]
    : ["npm test", files.has("package-lock.json") ? "npm ci" : "npm install"];
  return { test: command!, ...(needs && { setup: setup! }) };
}

function ofDeno(content: string): Found {
  return { test: /"test"\s*:/.test(content) ? "deno task test" : "deno test" };
}

function ofPython(content: string, files: ProjectFiles): Found {
  if (!/pytest/.test(content)) return null;
  if (files.has("uv.lock")) return { test: "uv run pytest" };
  return { test: files.has("poetry.lock") ? "poetry run pytest" : "python3 -m pytest" };
}

/** Returns an object from text or from a parsed value; empty for anything else. */
function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value === "string") {
    try {
      return objectOf(JSON.parse(value));
    } catch {
      return {};
    }
  }
  return recordOf(value);
}
