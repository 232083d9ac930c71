import { shellWords } from "./shell_words.ts";
import { programsOf } from "./unwrap.ts";

/** Substitutions are read to this depth. */
const DEEPEST = 8;

/** Programs that are useless without the network; with a list, only for those first words of their arguments. */
const NEEDS: Readonly<Record<string, readonly string[] | null>> = {
  npm: [
    "install",
    "i",
    "in",
    "add",
    "ci",
    "clean-install",
    "update",
    "up",
    "upgrade",
    "audit",
    "outdated",
    "publish",
    "view",
    "info",
    "search",
    "login",
    "whoami",
    "exec",
    "x",
    "create",
    "init",
  ],
  pnpm: [
    "install",
    "i",
    "add",
    "update",
    "up",
    "upgrade",
    "audit",
    "outdated",
    "publish",
    "view",
    "dlx",
    "fetch",
    "create",
  ],
  yarn: ["", "install", "add", "up", "upgrade", "dlx", "npm", "outdated", "audit", "publish"],
  bun: ["install", "i", "add", "update", "x", "publish", "upgrade", "outdated", "create"],
  deno: ["install", "i", "add", "cache", "upgrade", "outdated", "publish"],
  npx: null,
  bunx: null,
  pip: ["install", "download", "index", "wheel"],
  pipx: ["install", "run", "upgrade"],
  uv: ["sync", "add", "lock", "pip", "tool", "python"],
  uvx: null,
  poetry: ["install", "add", "update", "lock", "publish"],
  pdm: ["install", "add", "update", "lock", "sync"],
  conda: ["install", "create", "update"],
  cargo: ["fetch", "install", "update", "add", "publish", "search", "login"],
  go: ["get", "install"],
  gem: ["install", "update", "push", "fetch"],
  bundle: ["", "install", "update", "add", "outdated"],
  composer: ["install", "update", "require"],
  git: ["clone", "fetch", "pull", "push", "ls-remote", "submodule", "lfs"],
  gh: null,
  glab: null,
  docker: ["pull", "push", "build", "login", "run", "compose"],
  podman: ["pull", "push", "build", "login", "run"],
  apt: ["install", "update", "upgrade"],
  "apt-get": ["install", "update", "upgrade", "download"],
  apk: ["add", "update", "upgrade"],
  dnf: ["install", "update", "upgrade"],
  brew: ["install", "update", "upgrade", "tap"],
  curl: null,
  wget: null,
  http: null,
  https: null,
  ftp: null,
  nc: null,
  ncat: null,
  socat: null,
  ping: null,
  dig: null,
  nslookup: null,
  host: null,
  aws: null,
  gcloud: null,
  az: null,
  kubectl: null,
  helm: null,
  terraform: ["init", "plan", "apply", "get", "login"],
};

/** Returns whether a program of this name is installed in the project of a command, as in `node_modules/.bin`. */
export type IsInstalled = (name: string) => boolean;

/**
 * Returns the first part of a shell command that needs the network, or null. This only decides whether a human is asked: a
 * command that is not recognized runs without network anyway, as does `npx` of a program that is installed.
 */
export function networkProgram(
  command: string,
  isInstalled: IsInstalled = () => false,
  depth = 0,
): string | null {
  if (depth > DEEPEST) return null;
  const { commands, substitutions } = shellWords(command);
  for (const { words, input } of commands) {
    for (const { name, args, shellText } of programsOf(words)) {
      if (needsNetwork(name, args) && !runsInstalled(name, args, isInstalled)) {
        return [name, ...args].join(" ");
      }
      const inner = shellText ?? (/sh$/.test(name) ? input : null);
      const found = inner === null ? null : networkProgram(inner, isInstalled, depth + 1);
      if (found !== null) return found;
    }
  }
  for (const inner of substitutions) {
    const found = networkProgram(inner, isInstalled, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function needsNetwork(program: string, args: readonly string[]): boolean {
  if (/^python[\d.]*$/.test(program) && args[0] === "-m") return needsNetwork(args[1] ?? "", args.slice(2));
  const name = /^pip[\d.]*$/.test(program) ? "pip" : program;
  if (!Object.hasOwn(NEEDS, name)) return false;
  if (args.includes("--offline") || args.includes("--version") || args.includes("--help")) return false;
  const verbs = NEEDS[name] ?? null;
  const verb = args.find((word) => !word.startsWith("-")) ?? "";
  return verbs === null || verbs.includes(verb);
}

/** Programs that run one of the project's own, and only download it if it is not installed; with their verbs for it. */
const RUNNERS: Readonly<Record<string, readonly string[] | null>> = {
  npx: null,
  bunx: null,
  npm: ["exec", "x"],
  bun: ["x"],
};

/** Their options that change neither which program runs nor from where. */
const NEUTRAL = new Set([
  "--",
  "-y",
  "--yes",
  "-n",
  "--no",
  "--no-install",
  "-q",
  "--quiet",
  "-s",
  "--silent",
]);

/** Whether it only runs a program that is installed. A version, a package or another option may name a different one. */
function runsInstalled(program: string, args: readonly string[], isInstalled: IsInstalled): boolean {
  if (!Object.hasOwn(RUNNERS, program)) return false;
  const verbs = RUNNERS[program] ?? null;
  if (verbs !== null && !verbs.includes(args[0] ?? "")) return false;
  const name = args.slice(verbs === null ? 0 : 1).find((word) => !NEUTRAL.has(word)) ?? "";
  return /^\w[\w.-]*$/.test(name) && isInstalled(name);
}
