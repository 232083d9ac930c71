import process from "node:process";

/** True when a program is on PATH. */
export async function hasProgram(name: string): Promise<boolean> {
  const probe = new Deno.Command(name, {
    args: [name === "tmux" ? "-V" : "--version"],
    stdout: "null",
    stderr: "null",
  });
  try {
    return (await probe.output()).success;
  } catch {
    return false;
  }
}

const PAUSE_MILLISECONDS = 20;
/** A machine under load is slow, not wrong: only a hang ends the wait, after five minutes. */
const MOST_LOOKS = 15_000;

/** A program in a terminal of its own, with a private tmux server; keys go in, and the screen can be read. */
export async function startTerminal(command: string, environment: Record<string, string>) {
  const directory = await Deno.makeTempDir({ prefix: "agent-harness-test-tmux-" });
  const tmux = async (...args: string[]): Promise<string> => {
    const { success, stdout, stderr } = await new Deno.Command("tmux", {
      args: ["-f", "/dev/null", "-S", `${directory}/socket`, ...args],
      env: { ...environment, TERM: "xterm-256color", HOME: directory },
    }).output();
    if (!success) throw new Error(`tmux ${args[0]}: ${new TextDecoder().decode(stderr)}`);
    return new TextDecoder().decode(stdout);
  };
  await tmux("new-session", "-d", "-x", "160", "-y", "50", command);
  const screen = () => tmux("capture-pane", "-p");
  return {
    directory,
    screen,
    /** Types the text as it is. */
    type: (text: string) => tmux("send-keys", "-l", text),
    /** Presses keys by tmux's names. */
    press: (...keys: string[]) => tmux("send-keys", ...keys),
    /** Resolves with the screen once it matches; rejects with what is there when it never does. */
    async shows(pattern: RegExp): Promise<string> {
      for (let looked = 0; looked < MOST_LOOKS; looked++) {
        const text = await screen();
        if (pattern.test(text)) return text;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
      }
      throw new Error(`The terminal never showed ${pattern}. It shows:\n${await screen()}`);
    },
    async [Symbol.asyncDispose]() {
      const pids = await tmux("display-message", "-p", "#{pane_pid} #{pid}").catch(() => "");
      await tmux("kill-server").catch(() => {});
      // A shell writes down its history when it ends, into this directory.
      for (const pid of pids.split(/\s+/).filter(Boolean)) await gone(Number(pid));
      await Deno.remove(directory, { recursive: true });
    },
  };
}

/** Resolves once there is no such process; rejects when it never ends. */
async function gone(pid: number): Promise<void> {
  for (let looked = 0; looked < MOST_LOOKS; looked++) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
  throw new Error(`The process ${pid} did not end with its terminal.`);
}
