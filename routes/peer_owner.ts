/** Both ends of a connection on this machine. */
export type Ends = { peer: Deno.NetAddr; own: Deno.NetAddr };

/** The kernel's tables of sockets, on Linux. */
const SOCKET_TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];

/** Rows move while a table is read, so a row that is not found is searched for again. */
const MAX_READINGS = 3;

/** What tables say of each socket, by its two ends as they write them. */
type Sockets = ReadonlyMap<string, string>;

/**
 * Returns a function that returns the user that owns the other end of a connection; null if that end is closed or cannot be
 * found. While a connection is open here, no other socket can have the address of its other end. Connections that ask at the same
 * time share a reading: a table has a row for each connection of the machine.
 */
export function ownerSearch(read = Deno.readTextFile): (ends: Ends) => Promise<number | null> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<Sockets> | null = null;
  /** The reading that begins after the one under way, which may have passed the row of a newer connection. */
  const reading = () =>
    next ??= last.then(() => {
      next = null;
      const sockets = Promise.all(SOCKET_TABLES.map((table) => read(table).catch(() => ""))).then(socketsIn);
      last = sockets;
      return sockets;
    });
  return async (ends) => {
    for (let attempt = 0; attempt < MAX_READINGS; attempt++) {
      const owner = ownerIn(await reading(), ends);
      if (owner !== undefined) return owner;
    }
    return null;
  };
}

/** Reads the rows of tables. Nothing is split that is not asked for. */
export function socketsIn(tables: readonly string[]): Sockets {
  const sockets = new Map<string, string>();
  for (const table of tables) {
    for (let at = table.indexOf("\n") + 1; at > 0 && at < table.length;) {
      const end = table.indexOf("\n", at);
      const row = end < 0 ? table.slice(at) : table.slice(at, end);
      const begin = row.indexOf(": ") + 2;
      const endsAt = row.indexOf(" ", row.indexOf(" ", begin) + 1);
      sockets.set(row.slice(begin, endsAt), row.slice(endsAt + 1));
      at = end + 1;
    }
  }
  return sockets;
}

/** Returns the owner of the other end; undefined if no row is that of its socket. */
export function ownerIn(sockets: Sockets, { peer, own }: Ends): number | null | undefined {
  const to = endsAs(own);
  const row = endsAs(peer).map((from, at) => sockets.get(`${from} ${to[at]}`)).find((found) => found);
  if (row === undefined) return undefined;
  const [, , , , uid, , inode] = row.split(/ +/);
  // A socket without an inode no longer belongs to a process, so its user means nothing.
  return inode === "0" ? null : Number(uid);
}

/** Returns an address as the tables write it, then in its IPv6 form. */
function endsAs({ hostname, port }: Deno.NetAddr): string[] {
  const at = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  if (hostname === "::1") return [`00000000000000000000000001000000${at}`];
  const bytes = hostname.replace(/^::ffff:/, "").split(".").map(Number);
  const address = bytes.toReversed().map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join("");
  return [address + at, `0000000000000000FFFF0000${address}${at}`];
}
