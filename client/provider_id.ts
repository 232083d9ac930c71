/** Returns the default id of a model server, from its host and port. */
export function providerIdOf(address: string): string {
  const host = URL.parse(address)?.host ?? "";
  return host.toLowerCase().replaceAll(/[^a-z0-9.-]+/g, "-").replace(/^[^a-z0-9]+/, "").slice(0, 64) ||
    "server";
}
