import { portAs, SOCKET_TABLES, socketsIn } from "../services/operations/system/socket_table.ts";

/** Both ends of a connection on this machine. */
export type Ends = { peer: Deno.NetAddr; own: Deno.NetAddr };

/** Rows move while a table is read, so a row that is not found is searched for again. */
const MAX_READINGS = 3;

/**
 * Returns the user that owns the other end of a connection; null if that end is closed or cannot be found. While a
 * connection is open here, no other socket can have the address of its other end.
 */
export async function ownerOfPeer(ends: Ends, read = Deno.readTextFile): Promise<number | null> {
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    for (const table of SOCKET_TABLES) {
      const owner = ownerIn(await read(table).catch(() => ""), ends);
      if (owner !== undefined) return owner;
    }
  }
  return null;
}

/** Returns the owner from one table; undefined if the table does not list the socket. */
export function ownerIn(table: string, { peer, own }: Ends): number | null | undefined {
  const [from, to] = [endsAs(peer), endsAs(own)];
  const row = socketsIn(table).find(({ local, remote }) => from.includes(local) && to.includes(remote));
  // A socket without an inode no longer belongs to a process, so its user means nothing.
  return row && (row.inode === "0" ? null : row.uid);
}

/** Returns an address as the tables write it, also in its IPv6 form. */
function endsAs({ hostname, port }: Deno.NetAddr): string[] {
  const at = portAs(port);
  if (hostname === "::1") return [`00000000000000000000000001000000${at}`];
  const bytes = hostname.replace(/^::ffff:/, "").split(".").map(Number);
  const address = bytes.toReversed().map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join("");
  return [address + at, `0000000000000000FFFF0000${address}${at}`];
}
