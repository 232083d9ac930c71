import type { ComposedSandbox, SandboxPolicy } from "./policy.ts";
import { aliasMounts, maskAlias, type Mount } from "./alias.ts";
import { SYSTEM_PATHS } from "./system_paths.ts";

/** New namespaces, no capabilities, no terminal, and an end together with its parent. */
const ISOLATION = [
  "--unshare-user",
  "--unshare-pid",
  "--unshare-ipc",
  "--unshare-uts",
  // A separate loopback, and no abstract unix sockets of the host. A command reaches other addresses through a bridge.
  "--unshare-net",
  "--unshare-cgroup-try",
  "--hostname",
  "sandbox",
  "--die-with-parent",
  "--new-session",
  "--cap-drop",
  "ALL",
];

/** Files of root, which a service that runs as root could write even without capabilities, since bwrap leaves them open then. */
const KERNEL_SETTINGS = ["/proc/sys", "/proc/mtrr", "/proc/pressure"];

/** The descriptor from which `bwrap` reads the variables of a command. */
export const VARIABLES = 8;

/**
 * Closes every descriptor that this service was started with: through one of a directory, a program in the sandbox would reach all
 * files. Opens the filter. Needs bash, since other shells cannot name descriptors above 9.
 */
const BEGIN = `for each in /proc/self/fd/*; do
  each=\${each##*/}
  case $each in 0|1|2|"$1") ;; *) eval "exec $each>&-" ;; esac
done
test -z "$2" || exec 9<"$2" || exit 125
shift 2
exec "$@"`;

/**
 * Returns the command that runs a program with its arguments in a sandbox. With `variables`, they are read from that descriptor, as
 * `writeVariables` writes them.
 */
export function sandboxCommand(
  { program, policy, filter }: Pick<ComposedSandbox, "program" | "policy" | "filter">,
  inside: readonly string[],
  { variables = false } = {},
): string[] {
  const read = [
    ...(filter === null ? [] : ["--seccomp", "9"]),
    ...(variables ? ["--args", String(VARIABLES)] : []),
  ];
  const begin = ["bash", "-c", BEGIN, "bash", variables ? String(VARIABLES) : "", filter ?? ""];
  return [...begin, program, ...read, ...sandboxArguments(policy, inside)];
}

/**
 * Returns variables as arguments that `bwrap` reads from a descriptor. The programs that start a sandbox must not have them:
 * some, such as `LD_PRELOAD`, name what a program runs.
 */
export const writeVariables = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables).map(([name, value]) => `--setenv\0${name}\0${value}\0`).join("");

/**
 * Returns the arguments of `bwrap` for a program with its arguments under a policy. Deeper paths are mounted later, so the more
 * specific rule wins; at the same path the later of: system, home, readable, masked, writable.
 *
 * @see bwrap(1)
 */
export function sandboxArguments(original: SandboxPolicy, program: readonly string[]): string[] {
  const policy = original.alsoAt === undefined ? original : maskAlias(original, original.alsoAt);
  const hidden = policy.masked.filter(({ directory }) => directory).map(({ path }) => path);
  return [
    ...ISOLATION,
    ...(policy.userNamespaces ? [] : ["--disable-userns"]),
    ...mountsOf(policy).toSorted((a, b) => depth(a.at) - depth(b.at)).flatMap(({ options }) => options),
    // Last, because mounting something below it creates its directory first.
    ...[...new Set(hidden), "/"].flatMap((path) =>
      policy.writable.includes(path) ? [] : ["--remount-ro", path]
    ),
    ...["--setenv", "HOME", policy.homeAt, "--setenv", "TMPDIR", "/tmp"],
    ...["--chdir", policy.directory],
    "--",
    ...program,
  ];
}

function mountsOf(policy: SandboxPolicy): Mount[] {
  const { home, homeAt, temporary } = policy;
  return [
    { at: "/proc", options: ["--proc", "/proc", ...KERNEL_SETTINGS.flatMap(readOnlyOptions)] },
    { at: "/dev", options: ["--dev", "/dev"] },
    { at: "/run", options: ["--dir", "/run"] },
    { at: "/tmp", options: ["--bind", temporary, "/tmp"] },
    { at: "/var/tmp", options: ["--bind", temporary, "/var/tmp"] },
    ...SYSTEM_PATHS.map(readOnly),
    { at: homeAt, options: home === null ? ["--tmpfs", homeAt] : ["--bind", home, homeAt] },
    ...policy.readable.map(readOnly),
    ...policy.masked.map(({ path, directory }) => ({
      at: path,
      options: directory ? ["--tmpfs", path] : ["--ro-bind", "/dev/null", path],
    })),
    ...policy.writable.map((path) => ({ at: path, options: ["--bind", path, path] })),
    ...(policy.alsoAt === undefined ? [] : aliasMounts(policy, policy.alsoAt)),
  ];
}

const readOnly = (path: string): Mount => ({ at: path, options: readOnlyOptions(path) });

const readOnlyOptions = (path: string): string[] => ["--ro-bind-try", path, path];

const depth = (path: string): number => path.split("/").filter((part) => part !== "").length;
