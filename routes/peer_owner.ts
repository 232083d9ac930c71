import { portAs, SOCKET_TABLES, socketsIn } from "../services/system/socket_table.ts";

/** Both ends of a connection of this machine. */
export type Ends = { peer: Deno.NetAddr; own: Deno.NetAddr };

/** Rows move while a table is read, so that one that is not found is looked for again. */
const MAX_READINGS = 3;

/**
 * Returns the user that the other end of a connection belongs to; null where that end is closed already or cannot be found. While a
 * connection is open here, no other socket can have the addresses of its other end.
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

/** The owner by one table; undefined where it does not have the socket. */
export function ownerIn(table: string, { peer, own }: Ends): number | null | undefined {
  const [from, to] = [endsAs(peer), endsAs(own)];
  const row = socketsIn(table).find(({ local, remote }) => from.includes(local) && to.includes(remote));
  // A socket without an inode belongs to no process any more, and its user says nothing.
  return row && (row.inode === "0" ? null : row.uid);
}

/** An address as the tables write it, also in its form for IPv6. */
function endsAs({ hostname, port }: Deno.NetAddr): string[] {
  const at = portAs(port);
  if (hostname === "::1") return [`00000000000000000000000001000000${at}`];
  const bytes = hostname.replace(/^::ffff:/, "").split(".").map(Number);
  const address = bytes.toReversed().map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join("");
  return [address + at, `0000000000000000FFFF0000${address}${at}`];
}
