import assert from "node:assert/strict";
import { PackageCache } from "../../packaging/packages/cache.ts";
import { EXCEPTIONS, licenceFault } from "../../packaging/packages/licences.ts";
import { readLock, withNeeds } from "../../packaging/packages/lock.ts";
import { packagesOf, PROGRAM } from "./sources.ts";

const LOCKED = readLock();
const CACHE = await PackageCache.open();

/** The packages that the program imports, with all that they need: at least those of which a bundle contains a module. */
const NEEDED = withNeeds(
  PROGRAM.flatMap(packagesOf).flatMap(({ name }) =>
    LOCKED.filter((each) => each.name === name && each.isDirect)
  ).map(({ id }) => id),
  LOCKED,
);

Deno.test("every package of the program has a licence that is allowed, or is an exception with a reason", () => {
  assert.ok(NEEDED.size > 100, "the packages are found");
  const program = LOCKED.filter(({ id }) => NEEDED.has(id));
  const faults = program.map((each) => licenceFault(each.name, CACHE.read(each).licence));
  assert.deepEqual(faults.filter((fault) => fault !== null), []);
  const names = program.map(({ name }) => name);
  assert.deepEqual(
    Object.keys(EXCEPTIONS).filter((name) => !names.includes(name)),
    [],
    "no exception is left over",
  );
});

Deno.test("a licence is allowed if one of several that may be chosen is, and if all that apply together are", () => {
  for (const licence of ["MIT", "(MPL-2.0 OR GPL-3.0)", "GPL-3.0 OR ISC", "(MIT AND ISC)"]) {
    assert.equal(licenceFault("small", licence), null, licence);
  }
  for (const licence of ["GPL-3.0", "MIT AND GPL-3.0", "UNLICENSED", "none named", "mit"]) {
    assert.match(
      licenceFault("small", licence)!,
      /^small has the licence .* Use another package, or decide/,
      licence,
    );
  }
  assert.match(licenceFault("@audio/decode-aac", "GPL-3.0")!, /GPL-3\.0/, "an exception is for one licence");
});

Deno.test("deno.lock has the integrity with which the registry offered each package", () => {
  const faults = (packages: typeof LOCKED) =>
    packages.filter((each) => ![null, each.integrity].includes(CACHE.read(each).integrity)).map(({ id }) =>
      id
    );
  assert.deepEqual(faults(LOCKED), []);
  const zod = LOCKED.find(({ name }) => name === "zod")!;
  if (CACHE.read(zod).integrity === null) return; // with a lockfile, Deno needs no list of versions
  assert.deepEqual(faults([{ ...zod, integrity: "sha512-AA==" }]), [zod.id], "the control");
});
