import { NotFoundError } from "../../ground/kernel/errors.ts";
import { declaredCapabilities, type RegistrationSources } from "./declared/mod.ts";
import type { Capability, CapabilityQuery } from "./declared/schemas.ts";
import { usersOf } from "./users.ts";

/** Returns everything that the service can do, or deliberately cannot, with its users. */
export async function listCapabilities(
  service: RegistrationSources,
  query: CapabilityQuery,
): Promise<Capability[]> {
  const { kind, state, offset, limit } = query;
  const found = declaredCapabilities(service).filter((each) =>
    (kind === undefined || each.kind === kind) && (state === undefined || each.state === state)
  );
  const usedBy = await usersOf(service);
  return found.slice(offset, offset + limit).map((each) => ({ ...each, usedBy: usedBy(each.id) }));
}

/** Returns one capability. Throws `NotFoundError`. */
export async function getCapability(service: RegistrationSources, id: string): Promise<Capability> {
  const found = declaredCapabilities(service).find((each) => each.id === id);
  if (!found) throw new NotFoundError("capability", id);
  return { ...found, usedBy: (await usersOf(service))(id) };
}
