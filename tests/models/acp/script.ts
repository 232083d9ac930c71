/** One thing that the test agent does in a turn. Paths are relative to its worktree. */
export type Step =
  /** Asks, and writes the file when it may; `unasked` writes without asking, `lie` writes something else than it showed. */
  | { do: "edit"; path: string; text: string; how?: "unasked" | "lie" | "without_diff" }
  /** Asks, and runs the command in a session of its own when it may. */
  | { do: "run"; command: string; how?: "unasked" | "detached" }
  | { do: "say" | "think"; text: string }
  | { do: "plan"; entries: string[] }
  | { do: "usage"; used: number; size: number; cost?: number }
  /** Asks for an address by itself, without a tool call. */
  | { do: "reach"; url: string }
  /** Asks the Messages API behind the proxy as Claude Code does with a login, and writes its answer to the file. */
  | { do: "message"; path: string }
  /** Asks the model behind the proxy, and writes its answer to the file; `leaves` reads its beginning alone. */
  | { do: "model"; path: string; question?: string; stream?: boolean; leaves?: true }
  /** Writes its environment to the file, as JSON. */
  | { do: "environment"; path: string }
  /** Writes what it was told in this session to the file. */
  | { do: "prompts"; path: string }
  /** Writes what of the paths it can read to the file, a line each. */
  | { do: "look"; at: string[]; path: string }
  /** Asks twice at once. */
  | { do: "two"; first: { path: string; text: string }; second: { path: string; text: string } }
  | {
    do: "misbehave";
    what: "line" | "unasked" | "extension" | "unknown_update" | "update_without_id" | "huge_line";
  }
  /** Asks and takes the question back before it is answered; `after` waits for that file to appear first. */
  | { do: "withdraw"; path: string }
  /** What it does when it is told something more in the same session. */
  | { do: "then"; steps: Step[] }
  /** Changes the mode of its session; waits until it does not decide by itself any more. */
  | { do: "mode"; to: string }
  | { do: "settle" }
  | { do: "hang" }
  | { do: "ignore_stop" }
  /** Ends its turns, but exits only at a signal. */
  | { do: "linger" }
  /** `pipeFirst`: closes its output a good while before it is gone. */
  | { do: "exit"; code: number; words?: string; pipeFirst?: true }
  /** Refuses to go on where the file that stands for its login is missing. */
  | { do: "login"; path: string }
  | { do: "fail"; message: string }
  | { do: "stop"; reason: string };

/** A request that the test agent understands: words around the steps. */
export const script = (...steps: Step[]): string => `Please do it. <<<${JSON.stringify(steps)}>>>`;

/** The steps of a prompt; null when there are none in it. */
export function stepsOf(prompt: string): Step[] | null {
  const found = /<<<(.*)>>>/s.exec(prompt)?.[1];
  return found === undefined ? null : JSON.parse(found) as Step[];
}
