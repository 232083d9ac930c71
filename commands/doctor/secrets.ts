import { ApiError } from "../../client/client.ts";
import type { ServiceClient } from "../service/connection.ts";
import { type DoctorFinding, ok, warning } from "./finding.ts";
import { counted } from "../../client/words.ts";

/** The maximum number of secrets to check. */
const MAX_LOOKED_AT = 1000;

/** Checks whether the stored secrets can be used; empty without secrets, or if this token may not list them. */
export async function checkSecrets({ call }: ServiceClient): Promise<DoctorFinding[]> {
  try {
    const all = await call("GET /secrets/status", { query: { limit: MAX_LOOKED_AT } });
    const present = all.filter(({ status }) => status === "present");
    const unusable = present.filter(({ materialStatus }) =>
      materialStatus === "missing" || materialStatus === "unreadable"
    );
    if (present.length === 0) return [];
    if (unusable.length === 0) return [ok("secrets", `${counted(present.length, "secret")} can be used.`)];
    return unusable.map(({ name, detail, fix }) =>
      warning("secrets", `"${name}": ${detail}`, fix ?? undefined)
    );
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
