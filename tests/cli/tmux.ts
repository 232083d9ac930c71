import process from "node:process";
import { TmuxClient } from "./tmux_client.ts";

const PAUSE_MILLISECONDS = 20;
/** A machine under load is slow, not wrong: only a hang ends the wait, after five minutes. */
const MAX_LOOKS = 15_000;

/** What a program in the terminal knows of the machine: no editor, pager or token of whoever runs the tests. */
const KEPT = ["PATH", "TMPDIR", "DENO_DIR"];

/** A program in a terminal of its own, with a private tmux server; keys go in, and the screen can be read. */
export async function startTerminal(command: string, environment: Record<string, string>) {
  const directory = await Deno.makeTempDir({ prefix: "agent-harness-test-tmux-" });
  const kept = KEPT.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  const env = {
    ...Object.fromEntries(kept),
    LANG: "C.UTF-8",
    ...environment,
    TERM: "xterm-256color",
    HOME: directory,
  };
  const tmux = async (...args: string[]): Promise<string> => {
    const { success, stdout, stderr } = await new Deno.Command("tmux", {
      args: ["-f", "/dev/null", "-S", `${directory}/socket`, ...args],
      clearEnv: true,
      env,
    }).output();
    if (!success) throw new Error(`tmux ${args[0]}: ${new TextDecoder().decode(stderr)}`);
    return new TextDecoder().decode(stdout);
  };
  await tmux("new-session", "-d", "-x", "160", "-y", "50", command);
  const client = TmuxClient.attach(`${directory}/socket`, env);
  const screen = () => client.ask("capture-pane -p");
  const type = (text: string) => tmux("send-keys", "-l", text);
  const press = (...keys: string[]) => tmux("send-keys", ...keys);
  const shows = async (pattern: RegExp): Promise<string> => {
    let text = "";
    const shown = await comesTrue(async () => pattern.test(text = await screen()));
    if (shown) return text;
    throw new Error(`The terminal never showed ${pattern}. It shows:\n${text}`);
  };
  return {
    directory,
    screen,
    /** Types the text as it is. */
    type,
    /** Presses keys by tmux's names. */
    press,
    /** Resolves with the screen once it matches; rejects with what is there when it never does. */
    shows,
    /** Types a line and sends it once it is on the screen: what comes in one read is not sent. */
    async send(line: string): Promise<void> {
      await type(line);
      await shows(new RegExp(RegExp.escape(line)));
      await press("Enter");
    },
    resize: (columns: number, rows: number) => tmux("resize-window", "-x", `${columns}`, "-y", `${rows}`),
    /** What tmux knows of the terminal, such as `#{cursor_flag}`. */
    told: async (format: string) => (await client.ask(`display-message -p '${format}'`)).trim(),
    /** The screen with the sequences that colour it. */
    coloured: () => client.ask("capture-pane -p -e"),
    /** Resolves with the screen once it matches and the question before the cursor takes an answer, as the space after it says. */
    async asks(pattern: RegExp): Promise<string> {
      let text = "";
      const asked = await comesTrue(async () => {
        const place = await client.ask("display-message -p '#{cursor_x} #{cursor_y}'");
        const [column, row] = place.trim().split(" ");
        text = await screen();
        const line = text.split("\n")[Number(row)]!.trimEnd();
        return pattern.test(text) && line !== "" && Number(column) === line.length + 1;
      });
      if (asked) return text;
      throw new Error(`The terminal never asked ${pattern}. It shows:\n${text}`);
    },
    async [Symbol.asyncDispose]() {
      const pids = await tmux("display-message", "-p", "#{pane_pid} #{pid}").catch(() => "");
      await tmux("kill-server").catch(() => {});
      await client[Symbol.asyncDispose]();
      // A shell writes down its history when it ends, into this directory.
      for (const pid of pids.split(/\s+/).filter(Boolean).map(Number)) {
        if (!await comesTrue(() => !isAlive(pid))) {
          throw new Error(`The process ${pid} outlives its terminal.`);
        }
      }
      await Deno.remove(directory, { recursive: true });
    },
  };
}

/** Looks until it is so; false when it never is. */
async function comesTrue(look: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let looked = 0; looked < MAX_LOOKS; looked++) {
    if (await look()) return true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
  return false;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
