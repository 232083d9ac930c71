import { join } from "node:path";
import { readBounded } from "../../ground/kernel/bounded_file.ts";
import { type AllowedHost, parseAllowedHost, parseTarget } from "./allowed_host.ts";
import { type Ecosystem, ECOSYSTEMS } from "./ecosystems.ts";

/** Of one file of configuration. */
const MAX_BYTES = 1 << 20;

/** Where this machine gets packages from, according to its own configuration. */
type Registries = {
  hosts: AllowedHost[];
  /** Variables that tell a command about them, without credentials. */
  environment: Record<string, string>;
};

/** Where the configuration of a machine is read. */
type Machine = {
  home: string;
  /** The root of the system files; `/` by default. */
  root?: string;
  variable: (name: string) => string | undefined;
};

/**
 * Finds out where packages come from: for each ecosystem the sources in the person's own configuration, and the public
 * ones unless those replace them. A repository's files are not read. Unreadable files count as absent.
 */
export async function findRegistries(machine: Machine): Promise<Registries> {
  const found = await Promise.all(ECOSYSTEMS.map((each) => findRegistry(each, machine)));
  return {
    hosts: found.flatMap(({ hosts }) => hosts),
    environment: Object.assign({}, ...found.map(({ environment }) => environment)),
  };
}

async function findRegistry(
  ecosystem: Ecosystem,
  { home, root = "/", variable }: Machine,
): Promise<Registries> {
  const { files, variables, source, replaces, tell, publicHosts } = ecosystem;
  const texts = await Promise.all(
    files.map((file) => read(file.startsWith("~") ? join(home, file.slice(1)) : join(root, file))),
  );
  const given = variables.map((name) => variable(name) ?? "").find((value) => value !== "");
  const main = given ?? texts.map((text) => replaces.exec(text)?.[0]).find((line) => line !== undefined);
  const lines = [...texts.flatMap((text) => text.match(source) ?? []), ...(given ? [given] : [])];
  const hosts = lines.flatMap(addressesIn).flatMap(hostOf);
  // Without a replacement, the public source stays for what the machine's own does not have.
  const open = main === undefined ? publicHosts.flatMap((host) => parseAllowedHost(host) ?? []) : [];
  const value = main === undefined ? null : valueOf(main);
  return {
    hosts: [...hosts, ...open],
    environment: value === null ? {} : Object.fromEntries(tell.map((name) => [name, value])),
  };
}

const addressesIn = (text: string): URL[] =>
  (text.match(/https?:\/\/[^\s"'<>,|]+/g) ?? []).filter((each) => URL.canParse(each)).map((each) =>
    new URL(each)
  );

function hostOf(url: URL): AllowedHost[] {
  const target = parseTarget(`${url.hostname}:${url.port || (url.protocol === "https:" ? "443" : "80")}`);
  // The person's own configuration is trusted: a mirror in a private network is intended.
  return target === null ? [] : [{ ...target, anyAddress: true }];
}

/** Returns the value of a setting, such as Go's list of proxies, without the credentials in its addresses. */
function valueOf(line: string): string | null {
  const value = line.replace(/^\s*[\w-]+(?:\s*[=:]|\s)\s*(?=["']?https?:)/, "").replaceAll(/["']/g, "")
    .trim();
  if (addressesIn(value).length === 0) return null;
  return value.replaceAll(/(https?:\/\/)[^\s/@,|]+@/g, "$1");
}

async function read(path: string): Promise<string> {
  const file = await readBounded(path, MAX_BYTES, "follow");
  return "bytes" in file ? new TextDecoder().decode(file.bytes) : "";
}
