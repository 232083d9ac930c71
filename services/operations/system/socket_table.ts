/** The kernel's tables of sockets, on Linux. */
export const SOCKET_TABLES: readonly string[] = ["/proc/net/tcp", "/proc/net/tcp6"];

/** A socket as the kernel lists it: its ends as `address:port` in hexadecimal, and its user. */
type SocketRow = { local: string; remote: string; state: string; uid: number; inode: string };

/** The state of a socket that accepts connections. */
const LISTENING = "0A";

/** Returns the sockets of one table. */
export function socketsIn(table: string): SocketRow[] {
  return table.split("\n").slice(1).flatMap((line) => {
    const [, local = "", remote = "", state = "", , , , uid, , inode = ""] = line.trim().split(/\s+/);
    return uid === undefined ? [] : [{ local, remote, state, uid: Number(uid), inode }];
  });
}

/** Returns a port as the tables write it, after the address. */
export const portAs = (port: number): string => `:${port.toString(16).toUpperCase().padStart(4, "0")}`;

/** Returns the users whose sockets accept connections on a port of this machine, at any address. */
export function listenersOn(port: number, tables: readonly string[]): number[] {
  const rows = tables.flatMap(socketsIn).filter(({ state, local }) =>
    state === LISTENING && local.endsWith(portAs(port))
  );
  return [...new Set(rows.map(({ uid }) => uid))];
}
