import { posix } from "node:path";

/** Files that package managers and build tools read to decide what to install and execute. */
const MANIFESTS = new Set([
  ".envrc",
  ".gitmodules",
  ".mise.toml",
  ".node-version",
  ".npmrc",
  ".nvmrc",
  ".pnpmfile.cjs",
  ".python-version",
  ".ruby-version",
  ".tool-versions",
  ".yarnrc",
  ".yarnrc.yml",
  "Brewfile",
  "build.gradle",
  "build.gradle.kts",
  "build.rs",
  "build.sbt",
  "bun.lock",
  "bun.lockb",
  "cabal.project",
  "Cargo.lock",
  "Cargo.toml",
  "CMakeLists.txt",
  "composer.json",
  "composer.lock",
  "conanfile.py",
  "conanfile.txt",
  "configure",
  "default.nix",
  "deno.json",
  "deno.jsonc",
  "deno.lock",
  "Directory.Packages.props",
  "Dockerfile",
  "environment.yml",
  "flake.lock",
  "flake.nix",
  "Gemfile",
  "Gemfile.lock",
  "global.json",
  "GNUmakefile",
  "go.mod",
  "go.sum",
  "go.work",
  "go.work.sum",
  "gradle.properties",
  "gradle-wrapper.properties",
  "gradlew",
  "justfile",
  "Makefile",
  "makefile",
  "meson.build",
  "mise.toml",
  "mix.exs",
  "mix.lock",
  "mvnw",
  "npm-shrinkwrap.json",
  "nuget.config",
  "package-lock.json",
  "package.json",
  "packages.lock.json",
  "Package.resolved",
  "Package.swift",
  "pdm.lock",
  "Pipfile",
  "Pipfile.lock",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  "poetry.lock",
  "pom.xml",
  "pubspec.lock",
  "pubspec.yaml",
  "pyproject.toml",
  "Rakefile",
  "rebar.config",
  "rust-toolchain",
  "rust-toolchain.toml",
  "settings.gradle",
  "settings.gradle.kts",
  "setup.cfg",
  "setup.py",
  "shell.nix",
  "stack.yaml",
  "Taskfile.yml",
  "uv.lock",
  "vcpkg.json",
  "yarn.lock",
]);

const MANIFEST_PATTERN =
  /^(?:requirements|constraints).*\.(?:txt|in)$|\.(?:cabal|csproj|fsproj|gemspec|sln)$/;

/** Directories whose files are executed or change what is installed. */
const SCRIPT_DIRECTORY = /(?:^|\/)(?:\.cargo|\.husky|\.mvn|\.yarn|gradle|patches|scripts?|tools?)\//;

/**
 * Returns the changed paths that a setup command is known to read: manifests, lock files, scripts, and what the command names
 * below `prefix`, its directory. The list may be incomplete, so the other paths prove nothing.
 */
export function setupInputs(command: string, changed: readonly string[], prefix: string): string[] {
  const named = namedPaths(command).map((path) => posix.join(prefix, path));
  return changed.filter((path) => {
    const name = posix.basename(path);
    return MANIFESTS.has(name) || MANIFEST_PATTERN.test(name) || SCRIPT_DIRECTORY.test(path) ||
      named.some((place) => path === place || path.startsWith(`${place}/`));
  });
}

/** Returns the words of the command that could be paths below its directory. */
function namedPaths(command: string): string[] {
  return command.split(/[\s'"`;|&()<>$={}]+/)
    .filter((word) => word !== "" && !word.startsWith("-") && !word.startsWith("/"))
    .map((word) => posix.normalize(word).replace(/\/$/, ""))
    .filter((path) => path !== "." && path !== ".." && !path.startsWith("../"));
}
