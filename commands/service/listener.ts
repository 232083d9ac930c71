import { listenersOn, SOCKET_TABLES } from "../../services/operations/system/socket_table.ts";
import { EXIT, ExitError } from "../exit_codes.ts";

/** The error for another user's program at the service's address. */
class ForeignListenerError extends ExitError {
  constructor(url: string, uid: number, path: string) {
    super(
      EXIT.unreachable,
      `The program at ${url} belongs to user ${uid}, so the token in ${path} was not sent. Start your service on another port and pass it with --url. To send the token anyway, use --token-file ${path}`,
    );
  }
}

const tables = (): string[] =>
  SOCKET_TABLES.map((path) => {
    try {
      return Deno.readTextFileSync(path);
    } catch {
      return ""; // without IPv6 there is one table
    }
  });

/**
 * Returns whether the token of a storage directory may be sent to an address of this machine: on Linux only if this user or root
 * is seen to listen there. Throws `ForeignListenerError` if another user does.
 */
export function mayHaveToken(
  url: string,
  path: string,
  listeners: (port: number) => number[] = (port) => listenersOn(port, tables()),
): boolean {
  if (Deno.build.os !== "linux") return true;
  const { port, protocol } = new URL(url);
  const users = listeners(Number(port) || (protocol === "https:" ? 443 : 80));
  const foreign = users.find((uid) => uid !== Deno.uid() && uid !== 0);
  if (foreign !== undefined) throw new ForeignListenerError(url, foreign, path);
  return users.length > 0;
}
