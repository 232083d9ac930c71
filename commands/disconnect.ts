import type { Command } from "commander";
import { GROUPS, type Setup } from "./definition.ts";
import { addServiceOptions } from "./derived/options.ts";
import { EXIT, UsageError } from "./exit_codes.ts";
import { connect, type ServiceOptions } from "./service/connection.ts";
import type { Shell } from "./shell.ts";
import { oneLine } from "./terminal/neutralise.ts";
import { paint } from "./terminal/paint.ts";
import { requireYes } from "./terminal/terminal.ts";

const HELP = `
Examples:
  $ agent-harness disconnect claude
  $ agent-harness disconnect openai --yes`;

type Options = ServiceOptions & { yes?: boolean; json?: boolean };

/** `disconnect`: erases the key or login of a provider, and removes the provider from `providers.json`. */
export function defineDisconnect(program: Command, { shell, finish }: Setup): void {
  const command = program.command("disconnect").helpGroup(GROUPS.start)
    .summary("erase the key or login of a model or an agent")
    .description(
      "Erase the key or login of a model server or an agent from the vault, and remove it from providers.json. What is installed on this machine stays.",
    )
    .argument("<provider>", "such as claude, openai or ollama")
    .option("--yes", "erase without asking")
    .addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async (id: string) =>
    finish(await disconnect(shell, id, command.optsWithGlobals<Options>()))
  );
}

async function disconnect(shell: Shell, id: string, options: Options): Promise<number> {
  const { output, terminal } = shell;
  const { call } = connect(shell, options);
  const secrets = await call("GET /secrets", { query: { provider: id, status: "present", limit: 1000 } });
  const { [id]: known } = await call("GET /providers/health");
  const isConfigured = known?.source === "file";
  const parts = [
    ...secrets.map(({ name, kind }) => `erase the secret ${oneLine(name)} (${oneLine(kind)})`),
    ...(isConfigured ? [`remove ${oneLine(id)} from providers.json`] : []),
  ];
  if (parts.length === 0) {
    throw new UsageError(
      known
        ? `${
          oneLine(id)
        } has no key or login here and is not in providers.json, so there is nothing to erase.`
        : `Unknown provider "${oneLine(id)}". agent-harness providers health lists those that are known.`,
    );
  }
  const sentence = `${parts.join(", ")}.`;
  await requireYes(terminal, `This will ${sentence} Continue?`, options.yes);
  for (const secret of secrets) await call("POST /secrets/:id/delete", { params: { id: secret.id } });
  if (isConfigured) await call("POST /providers/:provider/remove", { params: { provider: id }, body: {} });
  if (options.json) output.json({ erased: secrets.map(({ name }) => name), removed: isConfigured });
  else output.data(`${paint.green("✓")} Done: ${sentence}`);
  return EXIT.done;
}
