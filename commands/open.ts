import type { Command } from "commander";
import { addServiceOptions } from "./derived/options.ts";
import { EXIT, ExitError } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { addressFor, clearPages, pagesDirectory } from "./open_page.ts";
import { ownEnvironment } from "./own_environment.ts";
import { connect, type ServiceOptions } from "./service/connection.ts";
import type { Shell } from "./shell.ts";

type Options = ServiceOptions & { json?: boolean; print?: boolean };

const HELP = `
Examples:
  $ agent-harness open
  $ agent-harness open --print

The token is passed to the browser in a file that only you can read, never on a command line, and is not printed. The next
call of this command removes the file.`;

/** `open`: opens the dashboard in the browser. */
export function defineOpen(program: Command, { shell, finish }: Setup): void {
  const command = program.command("open").helpGroup(GROUPS.work)
    .summary("open the dashboard")
    .description("Open the dashboard of the running service in the browser.")
    .option("--print", "print only the address")
    .addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async () => finish(await open(shell, command.optsWithGlobals<Options>())));
}

/** Opens the dashboard of a running service, and prints its address. */
export async function open(shell: Shell, options: Options): Promise<number> {
  const { output } = shell;
  clearPages(pagesDirectory(shell));
  const connection = connect(shell, options);
  await connection.call("GET /health");
  const url = `${connection.url}/`;
  if (!options.print) await openPage(shell, options, "/");
  if (options.json) output.json({ url, opened: !options.print });
  else output.data(url);
  return EXIT.done;
}

/** Opens a path of the dashboard, with the token in a file that only this user can read. Throws `ExitError`. */
export async function openPage(shell: Shell, options: ServiceOptions, path: string): Promise<void> {
  const connection = connect(shell, options);
  const token = await connection.token();
  const pages = pagesDirectory(shell);
  clearPages(pages);
  try {
    if (await browse(shell, addressFor(connection.url, path, token, pages))) return;
    throw new ExitError(
      EXIT.failed,
      `Could not start a browser. Open ${connection.url + path} yourself, or set BROWSER.`,
    );
  } catch (cause) {
    clearPages(pages);
    throw cause;
  }
}

/** Opens an address with `BROWSER` or the system's default. Returns false if no program could open it. */
async function browse({ environment }: Shell, address: string): Promise<boolean> {
  const own = environment("BROWSER");
  const { os } = Deno.build;
  const system = os === "darwin" ? "open" : os === "windows" ? "explorer" : "xdg-open";
  for (const program of own ? [own] : [system]) {
    try {
      const { success } = await new Deno.Command(program, {
        args: [address],
        ...ownEnvironment(),
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).output();
      if (success || program === "explorer") return true;
    } catch {
      // Not found; the caller reports it.
    }
  }
  return false;
}
