/** What tests start that a machine may lack, and the Debian package that has it, or those that it needs. */
export const PACKAGES = {
  "age": "age",
  "bwrap": "bubblewrap",
  "caddy": "caddy",
  "chromium": "chromium",
  "chromium-headless-shell": "chromium-headless-shell",
  "curl": "curl",
  "faketime": "faketime",
  "fish": "fish",
  "git": "git",
  "icalendar": ["python3-icalendar", "python3-dateutil"],
  "nginx": "nginx-light",
  "openssl": "openssl",
  "pass": "pass",
  "pocketsphinx_continuous": ["pocketsphinx", "pocketsphinx-en-us", "pocketsphinx-testdata"],
  "ps": "procps",
  "radicale": "radicale",
  "setpriv": "util-linux",
  "sox": "sox",
  "strace": "strace",
  "systemd-analyze": "systemd",
  "text2wave": ["festival", "festvox-us-slt-hts"],
  "tmux": "tmux",
  "unshare": "util-linux",
  "zsh": "zsh",
} as const;

/** The packages of those programs that `has` does not find, each once. */
export const packagesWithout = (has: (program: string) => boolean): string[] => [
  ...new Set(Object.entries(PACKAGES).filter(([program]) => !has(program)).flatMap(([, name]) => name)),
];

/** What the arguments of `deno task test:programs` ask for; null where they are wrong. A machine changes only when told. */
export function readInstallArguments(args: readonly string[]): "list" | "install" | null {
  const given = args.filter((argument) => argument !== "--");
  if (given.length === 0) return "list";
  return given.length === 1 && given[0] === "--install" ? "install" : null;
}

/** Whether this process can install packages of Debian without asking anybody. */
export function canInstall(): boolean {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return false;
  try {
    return Deno.statSync("/usr/bin/apt-get").isFile;
  } catch {
    return false;
  }
}

/** Installs packages and returns whether that worked. It waits for another apt that is at work. */
export function install(packages: readonly string[], output: "inherit" | "null"): boolean {
  const args = ["-o", "DPkg::Lock::Timeout=600", "install", "-y", "--no-install-recommends", ...packages];
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  return new Deno.Command("/usr/bin/apt-get", { args, env, stdout: output, stderr: output }).outputSync()
    .success;
}
