import { Buffer } from "node:buffer";
import { VERSION } from "../../services/ground/kernel/version.ts";
import { PackageCache } from "./cache.ts";
import { ALLOWED, EXCEPTIONS } from "./licences.ts";
import { type LockedPackage, readLock } from "./lock.ts";

/** The name of the file in packages, which tools look for. */
export const BILL_FILE = "sbom.cdx.json";

/** The Deno that an executable contains, with the SHA-256 of its file if that is a part as it is. */
type Runtime = { version: string; sha256?: string };

/** A part of the bill, as far as this program writes it. */
type Component = { "bom-ref": string; name: string; version: string; [field: string]: unknown };

const OWN = `agent-harness@${VERSION}`;

/** Licences that the format knows by name; another is written as an expression. */
const NAMED = new Set([...ALLOWED, ...Object.values(EXCEPTIONS).map(({ licence }) => licence)]);

const licencesOf = (licence: string) =>
  NAMED.has(licence) ? [{ license: { id: licence } }] : [{ expression: licence }];

/** The address of a package, by which other programs know it (https://github.com/package-url/purl-spec). */
const purlOf = ({ name, version }: LockedPackage): string =>
  `pkg:npm/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;

function componentOf(each: LockedPackage, cache: Pick<PackageCache, "read">): Component {
  const [, group, name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(each.name)!;
  const content = Buffer.from(each.integrity.replace(/^sha512-/, ""), "base64").toString("hex");
  return {
    type: "library",
    "bom-ref": purlOf(each),
    ...(group !== undefined && { group }),
    name: name!,
    version: each.version,
    hashes: [{ alg: "SHA-512", content }],
    licenses: licencesOf(cache.read(each).licence),
    purl: purlOf(each),
  };
}

const runtimeOf = ({ version, sha256 }: Runtime): Component => ({
  type: "platform",
  "bom-ref": `pkg:github/denoland/deno@v${version}`,
  name: "deno",
  version,
  ...(sha256 !== undefined && { hashes: [{ alg: "SHA-256", content: sha256 }] }),
  licenses: licencesOf("MIT"),
  purl: `pkg:github/denoland/deno@v${version}`,
});

/**
 * Returns the bill of materials of the program, as CycloneDX 1.6: the packages of which it contains a module, and who needs whom.
 * It is the same for the same lockfile: it has no date and no serial number.
 */
export async function billOfMaterials(shipped: readonly string[], runtime?: Runtime): Promise<string> {
  const cache = await PackageCache.open();
  const own = readLock().filter(({ id }) => shipped.includes(id)).sort((a, b) => a.id < b.id ? -1 : 1);
  const direct = own.filter(({ isDirect }) => isDirect);
  const bill = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": OWN, name: "agent-harness", version: VERSION } },
    components: [
      ...own.map((each) => componentOf(each, cache)),
      ...(runtime === undefined ? [] : [runtimeOf(runtime)]),
    ],
    dependencies: [
      { ref: OWN, dependsOn: direct.map(purlOf) },
      ...own.map((each) => ({
        ref: purlOf(each),
        dependsOn: own.filter(({ id }) => each.needs.includes(id)).map(purlOf),
      })),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
