import { posix } from "node:path";

/** A group of paths whose changes need a question to a human, although the patch is reviewed anyway. */
export type ProtectedGroup = {
  id: string;
  label: string;
  why: string;
  directories: readonly string[];
  files: readonly string[];
  /** What else belongs to it, for people. */
  also?: readonly string[];
};

/** Git takes a directory with these for a repository, whatever its name; only its surroundings show that. */
export const BARE_REPOSITORIES: ProtectedGroup = {
  id: "repositories",
  label: "Git repositories inside the repository",
  why: "Git runs the programs that its configuration and hooks name, for everyone who enters the directory.",
  directories: [],
  files: [],
  also: ["HEAD", "config, hooks/, objects/ and refs/ next to HEAD"],
};

/** Paths that run, or change what runs, before anyone has reviewed them. `*` stands for anything but a slash. */
export const PROTECTED: readonly ProtectedGroup[] = [
  {
    id: "ci",
    label: "Continuous integration",
    why: "These files run on other machines, with their secrets.",
    directories: [
      ".github",
      ".gitlab",
      ".circleci",
      ".buildkite",
      ".forgejo",
      ".gitea",
      ".woodpecker",
      ".teamcity",
    ],
    files: [
      ".gitlab-ci.yml",
      ".gitlab-ci.yaml",
      ".travis.yml",
      ".travis.yaml",
      "azure-pipelines*.yml",
      "jenkinsfile*",
      "bitbucket-pipelines.yml",
      ".drone.yml",
      ".woodpecker.yml",
      "appveyor.yml",
      ".appveyor.yml",
      "cloudbuild.yaml",
      "buildspec.yml",
    ],
  },
  {
    id: "hooks",
    label: "Hooks and editors' tasks",
    why: "These files run automatically on this machine, outside the sandbox.",
    directories: [".git", ".husky", ".githooks", ".lefthook", ".vscode", ".idea", ".devcontainer", ".direnv"],
    files: [
      ".pre-commit-config.yaml",
      ".pre-commit-hooks.yaml",
      "lefthook*.yml",
      ".lefthook*.yml",
      ".envrc",
      ".gitattributes",
      ".gitmodules",
      ".gitconfig",
      ".huskyrc*",
      ".lintstagedrc*",
    ],
  },
  {
    id: "agents",
    label: "Agents' own instructions",
    why: "Coding agents follow these files, or run what they name.",
    directories: [
      ".claude",
      ".opencode",
      ".codex",
      ".gemini",
      ".cursor",
      ".agents",
      ".windsurf",
      ".clinerules",
      ".aider",
      ".roo",
    ],
    files: [
      "agents*.md",
      "claude*.md",
      "gemini*.md",
      ".cursorrules*",
      ".windsurfrules",
      ".clinerules",
      ".aider*",
      ".mcp.json",
      ".claude.json",
      "opencode.json",
      "opencode.jsonc",
    ],
  },
  {
    id: "locks",
    label: "Lock files",
    why: "These files determine which downloaded code runs.",
    directories: [],
    files: [
      "package-lock.json",
      "npm-shrinkwrap.json",
      "yarn.lock",
      "pnpm-lock.yaml",
      "bun.lock",
      "bun.lockb",
      "deno.lock",
      "poetry.lock",
      "uv.lock",
      "pdm.lock",
      "pipfile.lock",
      "cargo.lock",
      "go.sum",
      "gemfile.lock",
      "composer.lock",
      "flake.lock",
      "mix.lock",
      "pubspec.lock",
      "podfile.lock",
      "gradle.lockfile",
      "packages.lock.json",
    ],
  },
  {
    id: "registries",
    label: "Registries and credentials",
    why: "These files say where code comes from, or contain credentials.",
    directories: [".ssh", ".aws", ".gnupg", ".cargo", ".mvn"],
    files: [
      ".npmrc",
      ".pnpmfile.cjs",
      "bunfig.toml",
      "uv.toml",
      ".yarnrc",
      ".yarnrc.yml",
      "pip.conf",
      ".pypirc",
      ".netrc",
      ".env",
      ".env.*",
      "id_rsa*",
      "id_ed25519*",
      "*.pem",
      "*.p12",
    ],
  },
  BARE_REPOSITORIES,
];

/** Characters that some file systems ignore in a name, as git lists them for HFS+. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Returns the names in a path as file systems may understand them, in any spelling. */
export function plainNames(path: string): string[] {
  const plain = posix.normalize(path.normalize("NFKC").replaceAll(IGNORED, "").replaceAll("\\", "/"))
    .toLowerCase();
  // Windows ignores dots and spaces at the end of a name, and the part after a colon.
  return plain.split("/").map((name) =>
    name === "." || name === ".." ? name : name.replace(/:.*$/, "").replace(/[. ]+$/, "")
  );
}

/** Returns the group of a path, in any spelling; null for a path that is not protected by its name. */
export function protectedGroup(path: string): ProtectedGroup | null {
  const names = plainNames(path);
  const file = names.at(-1)!;
  return PROTECTED.find(({ directories, files }) =>
    names.some((name) => directories.includes(name)) ||
    files.some((pattern) => PATTERNS.get(pattern)!.test(file))
  ) ?? null;
}

const globbed = (pattern: string): RegExp =>
  new RegExp(`^${pattern.split("*").map((part) => part.replace(/[.+]/g, "\\$&")).join("[^/]*")}$`);

const PATTERNS: ReadonlyMap<string, RegExp> = new Map(
  PROTECTED.flatMap(({ files }) => files.map((pattern) => [pattern, globbed(pattern)] as const)),
);
