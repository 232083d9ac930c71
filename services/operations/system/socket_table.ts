/** The kernel's tables of sockets, on Linux. */
export const SOCKET_TABLES: readonly string[] = ["/proc/net/tcp", "/proc/net/tcp6"];

/** A socket as the kernel lists it: its ends as `address:port` in hexadecimal, and its user. */
type SocketRow = { local: string; remote: string; state: string; uid: number; inode: string };

/** Returns the sockets of one table. */
export function socketsIn(table: string): SocketRow[] {
  return table.split("\n").slice(1).flatMap((line) => {
    const [, local = "", remote = "", state = "", , , , uid, , inode = ""] = line.trim().split(/\s+/);
    return uid === undefined ? [] : [{ local, remote, state, uid: Number(uid), inode }];
  });
}

/** Returns a port as the tables write it, after the address. */
export const portAs = (port: number): string => `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
