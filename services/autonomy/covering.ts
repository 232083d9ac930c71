import { type GrantDocument, grantStream } from "../../store/autonomy/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import type { Crossing } from "../policy/dial.ts";
import { beyondPattern } from "../policy/pattern_reach.ts";
import { matchesPattern, readPattern } from "../policy/patterns.ts";

/** What is wanted, as far as an earlier answer can cover it. */
export type Wanted = {
  repositoryId: string;
  runId: string;
  kind: "edit" | "command" | "external" | "other";
  key: string;
  command?: string | undefined;
  directory: string;
  /** The protected ones among the paths that an edit changes. */
  paths: readonly string[];
  network: boolean;
  crossings: readonly Crossing[];
};

/** The admissions of a repository that a run has to look through; more are not told apart. */
const MAX_GRANTS = 1000;

/** Returns an admission that covers what is wanted; null without one. Nothing covers a connector's action. */
export function coveringGrant(ctx: Ctx, wanted: Wanted): GrantDocument | null {
  const { repositoryId, runId, kind } = wanted;
  const grants = ctx.store.documents.find(grantStream, { repositoryId }, {
    limit: MAX_GRANTS,
    newestFirst: true,
  })
    .filter((grant) => grant.kind === kind && (grant.forRunId === undefined || grant.forRunId === runId))
    .filter((grant) => leavesAsAdmitted(grant, wanted));
  if (kind === "edit") {
    const known = new Set(grants.flatMap(({ paths = [] }) => paths));
    return wanted.paths.length > 0 && wanted.paths.every((path) => known.has(path)) ? grants[0]! : null;
  }
  return grants.find((grant) => covers(grant, wanted)) ?? null;
}

/** What is admitted apart: the network with the command, protected paths by name. */
const OF_THEIR_OWN: readonly string[] = ["network", "refused", "protected"];

/** A human who admitted something in the sandbox did not admit it outside. */
const leavesAsAdmitted = ({ crossings: seen = [] }: GrantDocument, { crossings }: Wanted): boolean =>
  crossings.every(({ kind }) => OF_THEIR_OWN.includes(kind) || seen.includes(kind));

/** What no pattern covers, whatever was there when it was given. */
const BEYOND_PATTERNS: readonly string[] = ["outside", "protected", "secret", "unclear"];

function covers(grant: GrantDocument, wanted: Wanted): boolean {
  const { kind, command, directory, network, key, crossings } = wanted;
  if (kind === "other") return grant.key === key;
  if (command === undefined || grant.command === undefined || (network && !grant.network)) return false;
  if (grant.scope === "pattern") {
    const pattern = readPattern(grant.command);
    return matchesPattern(pattern, command) && beyondPattern(pattern, command, directory) === null &&
      !crossings.some((each) => BEYOND_PATTERNS.includes(each.kind));
  }
  return grant.command === command && (grant.directory ?? "") === directory;
}
