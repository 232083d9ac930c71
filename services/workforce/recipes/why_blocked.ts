import { decideRequest } from "../../ground/policy/decide.ts";
import { parseRecipe } from "./parse.ts";

/** Returns why a request belongs to a blocked class, or null. */
export function whyBlocked(request: string): string | null {
  const understoodAsRecipe = !("misunderstood" in parseRecipe(request));
  const decision = decideRequest({ request, understoodAsRecipe });
  return decision.blockedClass ? `${decision.reason} (blocked class: ${decision.blockedClass.id}).` : null;
}
