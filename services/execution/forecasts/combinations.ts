import { combinationStream } from "../../../store/combinations/stream.ts";
import { type CombinationDocument, outcomeOf } from "../../../store/combinations/document.ts";
import { sha256 } from "../../../store/chain.ts";
import { approvalStream } from "../../../store/approvals/stream.ts";
import { Recent } from "../../../store/recent.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { readManifest } from "../../control/approvals/manifest.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";
import { ownedBy } from "../../ground/kernel/owned_by.ts";
import { type BundleManifest, groundTree, standingsIn } from "../../machine/repositories/mod.ts";
import { ruleFor } from "../commands/confine.ts";
import type { ResultGroup, StandingResult } from "./groups.ts";

/** A verifier of a run, and the setup that it needs; null for none. */
export interface CombinedVerifier {
  readonly run: RunDocument;
  readonly command: string;
  readonly setup: string | null;
}

/** One or two open results on the current files, to be verified; its id is the same for the same trees and verifiers. */
export interface Combination {
  readonly id: string;
  readonly group: ResultGroup;
  /** The tree of the current files. */
  readonly ground: string;
  readonly results: readonly StandingResult[];
  readonly verifiers: readonly CombinedVerifier[];
  /** A path of one of them that was changed since and not committed, so that it has no place in any tree. */
  readonly uncommitted: string | null;
}

/** How many of the newest applied changes are looked for in the working tree. */
const MAX_APPLIED = 50;

const groundsOf = ownedBy<Ctx["store"], Recent<{ readonly tree: string }>>(() => new Recent(100));

/**
 * Returns what is to be verified of the results of a group, what is most likely to fail first: each result whose files are not
 * those any more that it was made on, then each pair of results that pass alone. There is nothing if the repository cannot be read.
 */
export async function possibleCombinations(ctx: Ctx, group: ResultGroup): Promise<Combination[]> {
  try {
    return await combinationsOf(ctx, group);
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    return [];
  }
}

async function combinationsOf(ctx: Ctx, group: ResultGroup): Promise<Combination[]> {
  const { control, results } = group;
  if (!results.some(({ run }) => run.verifier)) return [];
  const { root } = control.repository;
  const ground = await currentTree(ctx, group);
  const rules = await Promise.all([ruleFor({ ctx }, root, "setup"), ruleFor({ ctx }, root, "verifier")]);
  const uncommitted = new Map<StandingResult, string | null>();
  for (const each of results) uncommitted.set(each, await changedPath(group, ground, each));
  const combine = (...combined: readonly StandingResult[]): Combination => {
    const verifiers = verifiersOf(combined);
    const trees = combined.map(({ open }) => open.trees);
    const commands = verifiers.map(({ run, command, setup }) => [command, setup, setup && run.base!.tree]);
    const key = JSON.stringify([control.id, ground, trees, commands, rules]);
    const path = combined.map((each) => uncommitted.get(each) ?? null).find((each) => each !== null) ?? null;
    return { id: sha256(key).slice(0, 32), group, ground, results: combined, verifiers, uncommitted: path };
  };
  const singles = results.filter((each) => each.base.tree !== ground && isGreen(each))
    .map((each) => combine(each)).filter(({ verifiers }) => verifiers.length > 0);
  const single = new Map(singles.map((each) => [each.results[0], each]));
  const isGreenNow = (each: StandingResult): boolean => {
    if (!isGreen(each)) return false;
    const one = single.get(each);
    if (!one) return true;
    const known = knownCombination(ctx, one.id);
    return known !== null && outcomeOf(known) === "passed";
  };
  const green = results.filter(isGreenNow);
  const pairs = green.flatMap((first, at) => green.slice(at + 1).map((then) => combine(first, then)))
    .filter(({ verifiers }) => verifiers.length > 0);
  const meet = new Set(pairs.filter(({ results: [first, then] }) => sharePaths(first!, then!)));
  return [...singles, ...meet, ...pairs.filter((pair) => !meet.has(pair))];
}

/** Returns what was found of a combination, or null. */
export const knownCombination = ({ store }: Pick<Ctx, "store">, id: string): CombinationDocument | null =>
  store.documents.get(combinationStream, id);

/** Returns the tree of the current files: what is committed, with what changes of runs have left in the working tree. */
async function currentTree(ctx: Ctx, { control }: ResultGroup): Promise<string> {
  const { root } = control.repository;
  const page = { limit: MAX_APPLIED, newestFirst: true };
  const applied: BundleManifest[] = [];
  for (
    const { runId, bundle } of ctx.store.documents.find(approvalStream, { application: "applied" }, page)
  ) {
    const isHere = bundle && ctx.store.documents.get(runStream, runId)?.base?.root === root;
    const manifest = isHere ? readManifest(ctx, bundle.manifestSha256) : null;
    if (manifest) applied.push(manifest);
  }
  return await groundTree(control, applied, groundsOf(ctx.store));
}

/** Returns a path that a person has changed in the working tree since; null if all are as the tree has them. */
async function changedPath(
  { control }: ResultGroup,
  ground: string,
  { open: { manifest, standings } }: StandingResult,
): Promise<string | null> {
  const expected = await standingsIn(control, ground, manifest);
  return manifest.files.find((_, index) => standings[index] !== expected[index])?.path ?? null;
}

/** Whether its own verification did not fail. */
const isGreen = ({ run }: StandingResult): boolean =>
  run.evaluation !== undefined && run.evaluation.outcome !== "failed";

function verifiersOf(results: readonly StandingResult[]): CombinedVerifier[] {
  const found = results.flatMap(({ run }) =>
    run.verifier ? [{ run, command: run.verifier.command, setup: run.preparation?.command ?? null }] : []
  );
  return found.filter((one, at) =>
    found.findIndex(({ command, setup }) => command === one.command && setup === one.setup) === at
  );
}

function sharePaths(one: StandingResult, other: StandingResult): boolean {
  const paths = new Set(one.open.manifest.files.map(({ path }) => path));
  return other.open.manifest.files.some(({ path }) => paths.has(path));
}
