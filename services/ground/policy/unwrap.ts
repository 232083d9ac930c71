import { basename } from "node:path";

/** Shell words before a command that are not its program. */
const KEYWORDS = new Set(["if", "then", "else", "elif", "do", "while", "until", "!", "{", "time", "coproc"]);

/** Programs that run the command in their arguments, and their options that take a value. */
const WRAPPERS: Readonly<Record<string, string>> = {
  sudo: "ugpCDhRrTt",
  doas: "uC",
  su: "scgG",
  env: "uCS",
  command: "",
  builtin: "",
  exec: "a",
  nohup: "",
  nice: "n",
  ionice: "cnpPu",
  time: "fo",
  timeout: "sk",
  stdbuf: "ioe",
  setsid: "",
  chroot: "",
  unshare: "",
  xargs: "IiLlnPsadE",
  watch: "n",
  strace: "eopsPu",
  caffeinate: "tw",
  parallel: "jIN",
  busybox: "",
  npx: "p",
  bunx: "",
};

/** Arguments of a wrapper before the command begins. */
const LEADING_ARGUMENTS: Readonly<Record<string, number>> = { timeout: 1, chroot: 1 };

/** Real commands are never wrapped more deeply; a limit keeps the time bounded. */
const MAX_WRAPPERS = 32;

/** A program with its arguments, without what precedes it; `shellText` is the command line that a shell gets. */
export type UnwrappedProgram = { name: string; args: string[]; shellText: string | null };

/**
 * Returns the programs that a simple command runs: its own, and the one behind each wrapper (`sudo -u me env A=1 ssh`
 * gives `sudo`, `env` and `ssh`). Names lose their directory.
 */
export function programsOf(words: readonly string[]): UnwrappedProgram[] {
  const programs: UnwrappedProgram[] = [];
  let rest = [...words];
  while (rest.length > 0 && programs.length < MAX_WRAPPERS) {
    while (rest[0] !== undefined && (KEYWORDS.has(rest[0]) || /^[A-Za-z_]\w*\+?=/.test(rest[0]))) {
      rest.shift();
    }
    const [word, ...args] = rest;
    if (word === undefined) break;
    const name = basename(word);
    programs.push({ name, args, shellText: shellText(name, args) });
    rest = Object.hasOwn(WRAPPERS, name)
      ? behindWrapper(name, args)
      : name === "find"
      ? behindFind(args)
      : [];
  }
  return programs;
}

function behindWrapper(name: string, args: readonly string[]): string[] {
  const withValue = WRAPPERS[name] ?? "";
  let at = 0;
  for (; at < args.length; at++) {
    const word = args[at] ?? "";
    if (word === "--") {
      at++;
      break;
    }
    if (!/^-./.test(word)) break;
    const takesNext = /^-[A-Za-z]$/.test(word) && withValue.includes(word.slice(1));
    // `env -S "ssh host"` and `xargs -I{} …`: what follows -S is a command itself.
    if (takesNext && !(name === "env" && word === "-S")) at++;
  }
  return args.slice(at + (LEADING_ARGUMENTS[name] ?? 0)).flatMap((word, index) =>
    index === 0 && name === "env" && args.includes("-S") ? word.split(/\s+/) : [word]
  );
}

function behindFind(args: readonly string[]): string[] {
  const at = args.findIndex((word) => /^-(?:exec|execdir|ok|okdir)$/.test(word));
  return at < 0 ? [] : args.slice(at + 1);
}

/** `sh -c "…"`, `eval …`, `su -c "…"`. */
function shellText(name: string, args: readonly string[]): string | null {
  if (name === "eval") return args.join(" ");
  if (!/^(?:(?:ba|da|z|k|a|fi)?sh|su|script)$/.test(name)) return null;
  const at = args.findIndex((word) => /^-[a-z]*c$/.test(word) || word === "--command");
  return at < 0 ? null : args.slice(at + 1).find((word) => word !== "--") ?? null;
}
