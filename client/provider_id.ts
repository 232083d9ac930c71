/** Returns what a model server is called where nobody names it: its host and port, as an id may be written. */
export function providerIdOf(address: string): string {
  const host = URL.parse(address)?.host ?? "";
  return host.toLowerCase().replaceAll(/[^a-z0-9.-]+/g, "-").replace(/^[^a-z0-9]+/, "").slice(0, 64) ||
    "server";
}
