import { CommanderError } from "commander";
import { EXIT } from "./exit_codes.ts";
import { buildProgram } from "./program.ts";
import { describeFailure } from "./service/failure.ts";
import { processShell, type Shell } from "./shell.ts";
import { paint } from "./terminal/paint.ts";

/** Runs one command line and gives the exit code; whatever goes wrong is one message on stderr. */
export async function main(argv: readonly string[], shell: Shell = processShell()): Promise<number> {
  if (argv[0] === "__complete") {
    const { answerShell } = await import("./completion/answer.ts");
    return await answerShell(shell, argv.slice(argv[1] === "--" ? 2 : 1));
  }
  let code: number = EXIT.done;
  const words = argv.length === 0 || argv[0] === "help" ? [...argv.slice(1), "--help"] : [...argv];
  try {
    const program = await buildProgram(words, { shell, finish: (given) => code = given });
    await program.parseAsync(words, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const failure = describeFailure(error) ??
      { code: EXIT.failed, message: `This is a fault of agent-harness itself: ${describe(error)}` };
    if (failure.message !== "") shell.output.talk(`${paint.red("✗")} ${failure.message}`);
    return failure.code;
  }
}

const describe = (error: unknown): string => error instanceof Error ? error.message : String(error);
