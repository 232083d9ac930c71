import { askYesOrNo } from "../terminal/terminal.ts";
import { keepPort, keptPort, USUAL_PORT } from "../storage_place.ts";
import { paint } from "../terminal/paint.ts";
import type { Shell } from "../shell.ts";
import { connectTo } from "./connection.ts";

/** Reports whether a program could listen at an address of this machine now. */
export async function canListen(hostname: string, port: number): Promise<boolean> {
  try {
    (await listening(hostname, port)).close();
    return true;
  } catch {
    return false;
  }
}

/** Returns a port that is free now. */
export async function freePort(): Promise<number> {
  const { close, port } = await listening("127.0.0.1", 0);
  close();
  return port;
}

async function listening(hostname: string, port: number): Promise<{ close: () => void; port: number }> {
  const listener = await Promise.resolve().then(() => Deno.listen({ hostname, port }));
  return { close: () => listener.close(), port: listener.addr.port };
}

/**
 * If another program listens at the usual port, proposes a free one for a storage directory, and keeps it after a yes. Without a
 * person it is only said.
 */
export async function proposePort(
  { environment, terminal, output }: Shell,
  directory: string,
  usual = USUAL_PORT,
): Promise<void> {
  if (environment("AGENT_HARNESS_PORT") || environment("AGENT_HARNESS_URL") || keptPort(directory)) return;
  if (await canListen("127.0.0.1", usual) || await isService(`http://127.0.0.1:${usual}`)) return;
  const port = await freePort();
  const used = `Another program listens at port ${usual}, which OpenTelemetry's collectors use too.`;
  if (!terminal.interactive) {
    return output.talk(`${paint.yellow(used)} Choose another: export AGENT_HARNESS_PORT=${port}`);
  }
  if (!await askYesOrNo(terminal, `${used} Use port ${port} for this storage directory?`, true)) return;
  keepPort(directory, port);
  output.talk(`${paint.green("✓")} The service and your commands use port ${port} from now on.`);
}

/** Reports whether the server that answers is agent-harness, which is asked without a token. */
const isService = (url: string): Promise<boolean> =>
  connectTo(url).call("GET /health").then(() => true, () => false);
