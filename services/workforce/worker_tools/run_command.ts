import { z } from "zod";
import { NO_EFFECTS } from "../../ground/policy/registration.ts";
import { sha256 } from "../../../store/chain.ts";
import { decideCommand } from "../../ground/policy/decide.ts";
import { shownCommand } from "../../ground/policy/shown.ts";
import { Refusal } from "./refusal.ts";
import { bothEnds, defineTool } from "./tool.ts";
import { ellipsis } from "../../ground/kernel/words.ts";

/** A hanging command would block the model for as long as commands may take. */
const MAX_RECORDED = 4000;

/** Runs a shell command, once it is allowed. */
export const runCommandTool = defineTool({
  name: "run_command",
  claudeNames: ["Bash"],
  label: "Run a command",
  policyClass: "command",
  effects: { ...NO_EFFECTS, files: "write", commands: true, network: "declared" },
  description:
    "Runs a shell command in your directory, such as a test or a build, and returns its output and exit code. It gets no input and may have no network access. Some commands need a human's permission first.",
  input: z.object({ command: z.string().min(1).max(10_000) }),
  about: ({ command }) => ({ summary: cut(command) }),
  perform: async ({ command }, task) => {
    const { blockedClass, reason } = decideCommand(command);
    if (blockedClass) throw new Refusal(reason);
    const network = !await task.mayRun(command) && await askFor(command, task);
    const { exitCode, output, timedOut } = await task.runCommand(command, { network });
    task.signal.throwIfAborted();
    const shown = task.redactor.text(output);
    const end = timedOut ? "It took too long and was stopped." : `Exit code ${exitCode}.`;
    return {
      summary: `${cut(command)}: ${timedOut ? "timed out" : `exit code ${exitCode}`}`,
      output: `${end}\n${shown === "" ? "It printed nothing." : bothEnds(shown)}`,
      recorded: shown.slice(-MAX_RECORDED),
      exitCode,
    };
  },
});

/** Returns whether it may use the network. Throws a `Refusal` where it is not allowed. */
async function askFor(
  command: string,
  { ask }: Parameters<typeof runCommandTool.perform>[1],
): Promise<boolean> {
  const answer = await ask({
    key: `command:${sha256(command)}`,
    kind: "command",
    title: `Let the model run: ${cut(command)}`,
    detail: shownCommand(command),
    command,
  });
  if (answer.decision === "approved") return answer.network;
  throw new Refusal(answer.sentence ?? "A human did not allow this command. Continue without it.");
}

const cut = (command: string): string => ellipsis(command, 200);
