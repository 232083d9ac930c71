import { type Command, Option } from "commander";
import { addServiceOptions } from "./derived/options.ts";
import { EXIT, ExitError, UsageError } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { connect, type ServiceOptions, tokenOf, TOKENS } from "./service/connection.ts";
import { describeFailure } from "./service/failure.ts";
import { startIfNeeded } from "./service/start.ts";
import type { Shell } from "./shell.ts";
import { LOCAL } from "./local.later.ts";
import { MCP } from "./mcp.later.ts";

type Options = ServiceOptions & { start?: boolean; toolset: Toolset };

/** What is offered: the tools for work, or one for each operation too. */
const TOOLSETS = ["work", "all"] as const;
type Toolset = (typeof TOOLSETS)[number];

const HELP = `
Examples:
  $ claude mcp add agent-harness -- agent-harness mcp
  $ agent-harness mcp --toolset all

It offers only what the agent token may read and steer: nothing can be approved. The token is the one that
\`agent-harness init\` creates in the storage directory, or AGENT_HARNESS_AGENT_TOKEN. The operator token is never sent.`;

/** `mcp`: offers the service as tools to another agent, over standard input and output. */
export function defineMcp(program: Command, { shell, finish }: Setup): void {
  const command = program.command("mcp").helpGroup(GROUPS.work)
    .summary("offer the service to an agent as MCP tools")
    .description(
      "Speak the Model Context Protocol on standard input and output, for Claude Code, opencode and other clients.",
    )
    .addOption(
      new Option(
        "--toolset <name>",
        "the ten tools for work, or also one for each operation of the agent token",
      )
        .choices(TOOLSETS).default("work"),
    )
    .option("--no-start", "do not start a service if none is running")
    .addHelpText("after", HELP);
  addServiceOptions(command, undefined, TOKENS.agent.variable);
  command.action(async () =>
    finish(
      await mcp(shell, command.optsWithGlobals<Options>()).catch((cause) => {
        const failure = describeFailure(cause, TOKENS.agent.variable);
        throw failure?.code === EXIT.notAuthorised ? new ExitError(failure.code, failure.message) : cause;
      }),
    )
  );
}

async function mcp(shell: Shell, { url, tokenFile, start, toolset }: Options): Promise<number> {
  const options = { ...(url !== undefined && { url }), ...(tokenFile !== undefined && { tokenFile }) };
  const connection = connect(shell, options, "agent");
  // The token in the file is the agent's, so a service started here does not get it as the operator's.
  await startIfNeeded(shell, connection, { ...(url !== undefined && { url }), start: start !== false });
  if (tokenOf(shell, options, "agent") === undefined) {
    throw new UsageError(
      "There is no agent token. Run `agent-harness init` to create one, then restart the service.",
    );
  }
  const { serveTools } = await MCP.server();
  const { VERSION } = await LOCAL.version();
  await serveTools(connection, { version: VERSION, all: toolset === "all" });
  return EXIT.done;
}
