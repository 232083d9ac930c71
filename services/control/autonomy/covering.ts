import { type GrantDocument, grantStream } from "../../../store/autonomy/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { Crossing } from "../../ground/policy/dial.ts";
import { beyondPattern } from "../../ground/policy/pattern_reach.ts";
import { matchesPattern, readPattern } from "../../ground/policy/patterns.ts";

/** A request, as far as an earlier answer can cover it. */
type CoverageRequest = {
  repositoryId: string;
  runId: string;
  kind: "edit" | "command" | "external" | "other";
  key: string;
  command?: string | undefined;
  directory: string;
  /** Returns the protected paths among those that an edit changes. */
  paths: readonly string[];
  network: boolean;
  crossings: readonly Crossing[];
};

/** Returns a permission that covers the request, or null. Nothing covers a connector's action. */
export function coveringGrant(ctx: Ctx, request: CoverageRequest): GrantDocument | null {
  const { repositoryId, runId, kind } = request;
  const grants = ctx.store.documents.all(grantStream, { repositoryId }, { newestFirst: true })
    .filter((grant) => grant.kind === kind && (grant.forRunId === undefined || grant.forRunId === runId))
    .filter((grant) => leavesAsAdmitted(grant, request));
  if (kind === "edit") {
    const known = new Set(grants.flatMap(({ paths = [] }) => paths));
    return request.paths.length > 0 && request.paths.every((path) => known.has(path)) ? grants[0]! : null;
  }
  return grants.find((grant) => covers(grant, request)) ?? null;
}

/** What must be allowed explicitly: the network with the command, protected paths by name. */
const OF_THEIR_OWN: readonly string[] = ["network", "refused", "protected"];

/** A human who allowed something in the sandbox did not allow it outside. */
const leavesAsAdmitted = ({ crossings: seen = [] }: GrantDocument, { crossings }: CoverageRequest): boolean =>
  crossings.every(({ kind }) => OF_THEIR_OWN.includes(kind) || seen.includes(kind));

/** What no pattern covers, whatever it was given for. */
const BEYOND_PATTERNS: readonly string[] = ["outside", "protected", "secret", "unclear"];

function covers(grant: GrantDocument, request: CoverageRequest): boolean {
  const { kind, command, directory, network, key, crossings } = request;
  if (kind === "other") return grant.key === key;
  if (command === undefined || grant.command === undefined || (network && !grant.network)) return false;
  if (grant.scope === "pattern") {
    const pattern = readPattern(grant.command);
    return matchesPattern(pattern, command) && beyondPattern(pattern, command, directory) === null &&
      !crossings.some((each) => BEYOND_PATTERNS.includes(each.kind));
  }
  return grant.command === command && (grant.directory ?? "") === directory;
}
