/** How long a connection may be silent in both directions. */
const MAX_IDLE_MILLISECONDS = 5 * 60_000;
const MAX_CONNECT_MILLISECONDS = 20_000;

/** Receives the number of bytes that were forwarded. */
type CountBytes = (direction: "sent" | "received", bytes: number) => void;

/** Forwards bytes in both directions until both have ended, one breaks, or nothing moves for too long. Closes both. */
export async function relay(client: Deno.Conn, upstream: Deno.Conn, count: CountBytes): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    closeQuietly(client);
    closeQuietly(upstream);
  };
  const touch = () => {
    clearTimeout(timer);
    timer = setTimeout(close, MAX_IDLE_MILLISECONDS);
  };
  touch();
  try {
    await Promise.all([
      pass(client, upstream, (bytes) => (touch(), count("sent", bytes))),
      pass(upstream, client, (bytes) => (touch(), count("received", bytes))),
    ]);
  } catch {
    // One side has broken, so the other cannot continue.
  } finally {
    clearTimeout(timer);
    close();
  }
}

/** Writes all bytes to a connection. */
export async function writeAll(to: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
}

/** Closes a connection, which may already be closed. */
export function closeQuietly(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // closed in the meantime
  }
}

async function pass(from: Deno.Conn, to: Deno.Conn, moved: (bytes: number) => void): Promise<void> {
  const buffer = new Uint8Array(64 * 1024);
  for (let size = await from.read(buffer); size !== null; size = await from.read(buffer)) {
    await writeAll(to, buffer.subarray(0, size));
    moved(size);
  }
  await to.closeWrite();
}

/** How a connection is made, and how long that may take at all addresses together. */
type Connecting = {
  connect?: (options: Deno.ConnectOptions) => Promise<Deno.Conn>;
  milliseconds?: number;
};

/**
 * Connects to the first address that answers; null if none does. Each gets an equal share of the time that is left, so that one
 * that says nothing leaves some for the others.
 */
export async function connectToOne(
  addresses: readonly string[],
  port: number,
  ending: AbortSignal,
  { connect = Deno.connect, milliseconds = MAX_CONNECT_MILLISECONDS }: Connecting = {},
): Promise<Deno.Conn | null> {
  const until = performance.now() + milliseconds;
  for (const [index, hostname] of addresses.entries()) {
    const share = Math.max(0, until - performance.now()) / (addresses.length - index);
    const signal = AbortSignal.any([ending, AbortSignal.timeout(Math.ceil(share))]);
    try {
      return await connect({ hostname, port, signal });
    } catch {
      // the next one
    }
  }
  return null;
}
