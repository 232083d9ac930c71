/** A system call that succeeded, as strace prints it. */
export type Call = {
  readonly kind: "call";
  readonly pid: number;
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  readonly name: string;
  readonly args: readonly string[];
  readonly result: string;
};

/** A process or thread ended. */
type Exit = { readonly kind: "exit"; readonly pid: number };

const LINE = /^(\d+) +(\d+\.\d+) (.*)$/s;
const UNFINISHED = / ?<unfinished \.\.\.>$/;

/**
 * Reads the lines of a recording in the order in which the calls ended. With `-z` strace prints a call when it has ended; one
 * that was interrupted by another's is then in two lines, one after the other.
 */
export function* readCalls(lines: Iterable<string>): Generator<Call | Exit> {
  let begun = "";
  for (const line of lines) {
    if (UNFINISHED.test(line)) {
      begun = line.replace(UNFINISHED, "");
      continue;
    }
    const [, pid, seconds, text] = LINE.exec(LINE.test(line) ? line : begun + line) ?? [];
    if (text === undefined) throw new Error(`strace printed a line of another form: ${line.slice(0, 200)}`);
    const call = callOf(text);
    if (text.startsWith("+++")) yield { kind: "exit", pid: Number(pid) };
    else if (call) yield { kind: "call", pid: Number(pid), at: Number(seconds) * 1000, ...call };
  }
}

/** Returns the lines of a file, whose other than ASCII bytes strace escapes. */
export function* linesOf(path: string): Generator<string> {
  using file = Deno.openSync(path);
  const decoder = new TextDecoder("latin1");
  const buffer = new Uint8Array(1 << 20);
  let rest = "";
  for (let read = file.readSync(buffer); read !== null; read = file.readSync(buffer)) {
    const lines = (rest + decoder.decode(buffer.subarray(0, read))).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

/** Returns name, arguments and result of `name(a, b) = result`; null for a call that failed or did not return. */
function callOf(text: string): Pick<Call, "name" | "args" | "result"> | null {
  const open = text.indexOf("(");
  const { args, end } = splitArguments(text, open + 1);
  const result = /^\s*= (.*)$/s.exec(text.slice(end))?.[1];
  if (open < 1 || result === undefined || /^(?:-1\b|\?)/.test(result)) return null;
  return { name: text.slice(0, open), args, result };
}

const OPENS = "([{";
const CLOSES = ")]}";

/** Splits at commas outside of strings, brackets and `<path>` annotations, up to the bracket that closes the call. */
function splitArguments(text: string, from: number): { args: string[]; end: number } {
  const args: string[] = [];
  let [start, depth] = [from, 0];
  for (let at = from; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') at = endOfString(text, at);
    else if (character === "<" && /[\d(TD]/.test(text[at - 1] ?? "")) at = endOfAnnotation(text, at);
    else if (OPENS.includes(character)) depth++;
    else if (CLOSES.includes(character) && depth-- === 0) {
      const last = text.slice(start, at).trim();
      return { args: last === "" ? args : [...args, last], end: at + 1 };
    } else if (character === "," && depth === 0) {
      args.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return { args, end: text.length };
}

function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** An annotation has `>` in a path escaped; that of an unlinked file ends in `>(deleted)`. */
function endOfAnnotation(text: string, open: number): number {
  const end = text.indexOf(">", open);
  const socket = /^<(?:socket|pipe|anon_inode):\[[^\]]*\]>/.exec(text.slice(open, open + 80));
  return socket ? open + socket[0].length - 1 : end < 0 ? text.length : end;
}
