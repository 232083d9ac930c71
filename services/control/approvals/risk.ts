import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import { lackedWords } from "../../../store/runs/base.ts";
import type { Evaluation, RunDocument } from "../../../store/runs/document.ts";
import { whereSentence } from "../../../store/worker_machines/where.ts";
import { counted } from "../../ground/kernel/words.ts";
import type { BundleManifest, PathReport } from "../../machine/repositories/mod.ts";

/** What the risk of a patch is based on. Each item adds a reason for the reviewer. */
type Finding = { level: "low" | "medium" | "high"; reason: string };

/** Paths whose content runs automatically: build and CI definitions, hooks, package scripts. */
const RUNS_BY_ITSELF =
  /(^|\/)(\.github\/workflows\/|\.gitlab-ci|\.circleci\/|\.husky\/|\.envrc$|Makefile$|Dockerfile|package\.json$|deno\.jsonc?$|\.npmrc$|setup\.py$|build\.gradle|Jenkinsfile)/;

const FROM_OUTSIDE: Finding = {
  level: "medium",
  reason: "The worker read data from an external source. Check that it followed only your request.",
};

/** Other inputs besides the patch and its evaluation. */
export type Surroundings = {
  secretPaths?: readonly string[] | undefined;
  /** What has changed on disk since. */
  drift?: readonly PathReport[];
  /** Where the run worked. */
  base?: RunDocument["base"];
  /** The rounds in which the same patch was sent back. */
  sentBackIn?: readonly number[];
  /** Whether its worker read content from others. */
  fromOutside?: boolean;
  /** Why the worker machine that reported the evaluation was revoked; null if it was not. */
  reporterRevoked?: string | null;
  /** The worker machines that did its tasks and were revoked since, and why. */
  makersRevoked?: readonly { name: string; detail: string }[];
};

/**
 * Returns the risk of a patch, the reasons, and a recommendation. A missing verifier raises the risk; a failed one
 * counts against it, and so does a secret. Drift comes first, because nothing could then be written.
 */
export function assessRisk(
  manifest: BundleManifest,
  evaluation: Evaluation,
  {
    secretPaths = [],
    drift = [],
    base,
    sentBackIn = [],
    fromOutside = false,
    reporterRevoked = null,
    makersRevoked = [],
  }: Surroundings = {},
): Pick<ApprovalDocument, "risk" | "recommendedAction" | "reasons"> {
  const findings = [
    ...ofDrift(drift),
    ...ofSentBack(sentBackIn),
    ...ofEvaluation(evaluation),
    ...ofLacked(base),
    ...ofReport(evaluation, reporterRevoked),
    ...makersRevoked.map(({ name, detail }): Finding => ({
      level: "high",
      reason: `It was made on the worker machine ${name}, which was revoked since: ${detail}`,
    })),
    ...ofSecrets(secretPaths),
    ...(fromOutside ? [FROM_OUTSIDE] : []),
    ...ofFiles(manifest),
  ];
  const level =
    (["high", "medium"] as const).find((name) => findings.some((finding) => finding.level === name)) ?? "low";
  const recommendedAction = drift.length > 0
    ? "inspect"
    : evaluation.outcome === "failed" || sentBackIn.length > 0
    ? "reject"
    : level === "low"
    ? "approve"
    : "inspect";
  return { risk: level, recommendedAction, reasons: findings.map((finding) => finding.reason) };
}

function ofEvaluation({ outcome, command, base }: Evaluation): Finding[] {
  if (outcome === "passed" && base === "passed") {
    const reason =
      `The verifier "${command}" passed before the change too, so it says nothing about this change.`;
    return [{ level: "medium", reason }];
  }
  if (outcome === "passed" && base === "failed") {
    return [{ level: "low", reason: `The verifier "${command}" failed before the change and passes now.` }];
  }
  if (outcome === "passed") {
    return [{ level: "low", reason: `The verifier "${command}" passed on exactly this result.` }];
  }
  if (outcome === "failed") {
    return [{ level: "high", reason: `The verifier "${command}" failed on this result.` }];
  }
  return [{ level: "medium", reason: "No verifier was given, so the result is not tested." }];
}

function ofLacked(base: RunDocument["base"]): Finding[] {
  const lacked = base ? lackedWords(base) : null;
  return lacked === null
    ? []
    : [{ level: "low", reason: `Neither the worker nor the verifier had ${lacked}.` }];
}

/** A signature says who reported it, not that it is true. */
function ofReport({ outcome, reportedBy }: Evaluation, revoked: string | null): Finding[] {
  if (!reportedBy || reportedBy.checkedHere) return [];
  const { name } = reportedBy;
  if (revoked !== null) {
    const reason =
      `The verification was reported by the worker machine ${name}, which was revoked since: ${revoked} Verify it here.`;
    return [{ level: "high", reason }];
  }
  return [{ level: outcome === "passed" ? "medium" : "low", reason: whereSentence(reportedBy) }];
}

function ofDrift(drift: readonly PathReport[]): Finding[] {
  if (drift.length === 0) return [];
  const shown = drift.slice(0, 5).map(({ path, detail }) => `${path} (${detail})`).join(", ");
  return [{
    level: "high",
    reason: `The working tree differs from the base in ${
      counted(drift.length, "touched path")
    }, so approving would write nothing: ${shown}${drift.length > 5 ? " …" : ""}`,
  }];
}

function ofSentBack(rounds: readonly number[]): Finding[] {
  if (rounds.length === 0) return [];
  return [{
    level: "high",
    reason: `The patch is the same as in round ${rounds.at(-1)}, which was sent back.`,
  }];
}

/** The patch is evidence and stays unchanged, so its reviewer must be told. */
function ofSecrets(paths: readonly string[]): Finding[] {
  if (paths.length === 0) return [];
  const shown = paths.slice(0, 5).join(", ");
  return [{
    level: "high",
    reason: `Contains a secret, or what looks like a key: ${shown}${paths.length > 5 ? " …" : ""}`,
  }];
}

function ofFiles({ files, stats }: BundleManifest): Finding[] {
  const findings: Finding[] = [];
  const add = (level: Finding["level"], paths: string[], what: string) => {
    if (paths.length > 0) {
      findings.push({
        level,
        reason: `${what}: ${paths.slice(0, 5).join(", ")}${paths.length > 5 ? " …" : ""}`,
      });
    }
  };
  const where = (test: (file: BundleManifest["files"][number]) => boolean) =>
    files.filter(test).map(({ path }) => path);
  add(
    "high",
    where(({ path }) => RUNS_BY_ITSELF.test(path)),
    "Changes files that other programs run automatically",
  );
  add("medium", where(({ change }) => change === "deleted"), "Deletes files");
  add(
    "medium",
    where(({ before, after }) => after?.mode === "100755" && before?.mode !== "100755"),
    "Makes files executable",
  );
  add(
    "medium",
    where(({ before, after }) => [before?.mode, after?.mode].includes("120000")),
    "Changes symbolic links",
  );
  add("medium", where(({ binary }) => binary), "Changes binary files, which cannot be shown in a diff");
  if (stats.files > 50 || stats.additions + stats.deletions > 2000) {
    findings.push({
      level: "medium",
      reason: `The patch is large: ${stats.files} files, ${stats.additions + stats.deletions} lines.`,
    });
  }
  return findings;
}
