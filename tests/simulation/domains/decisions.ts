import { REVIEWED } from "../../git.ts";
import { AGENT } from "../../tokens.ts";
import { answered, type Command, one, same } from "../command.ts";
import type { RunModel, ShownApproval } from "./run_model.ts";
import { hindrancesOf } from "./repairs.ts";
import type { Runs } from "./runs.ts";

/** Decides what waits, guides what works. */
export function decisionCommands(runs: Runs): Command[] {
  return [
    decide(runs, "approve"),
    decide(runs, "reject"),
    withoutReview(runs),
    byTheAgent(runs),
    guide(runs),
  ];
}

/** The runs with a decision, and those decisions. */
const decisions = (runs: Runs) =>
  runs.kept.flatMap((run) =>
    run.approvals.filter(({ id, subject }) => subject?.kind !== "undo" && !run.sentBack.has(id))
      .map((approval) => ({ run, approval }))
  );

const open = (runs: Runs) => decisions(runs).filter(({ run, approval }) => isOpenIn(runs, run, approval));

/** Whether it can be decided now. */
const isOpenIn = (runs: Runs, run: RunModel, { status, expiresAt }: ShownApproval): boolean =>
  run.status === "waiting" && run.decision === null && status === "pending" &&
  Date.parse(expiresAt) > runs.surroundings.now().getTime();

const decide = (runs: Runs, name: "approve" | "reject"): Command => ({
  name,
  weight: name === "approve" ? 8 : 3,
  plan: async (random, read) => {
    // The answer to a question that a run is about to wait for comes early.
    for (const run of runs.kept) if (runs.surroundings.isHeld(run.id)) await runs.seen(read, run);
    const urgent = open(runs).filter(({ run, approval }) =>
      approval.policyClass === "external-write" || runs.surroundings.isHeld(run.id)
    );
    const chosen = (random.next() < 0.5 ? one(random, urgent) : null) ??
      one(random, random.next() < 0.9 ? open(runs) : decisions(runs));
    if (chosen === null) return null;
    const run = await runs.seen(read, chosen.run);
    const approval = run?.approvals.find(({ id }) => id === chosen.approval.id);
    if (!run || !approval) return null;
    const decision = name === "approve" ? "approved" : "rejected";
    const isOpen = isOpenIn(runs, run, approval);
    if (!isOpen && !["approved", "rejected"].includes(approval.status)) return null;
    // Its worker goes on at once, for which there has to be a slot.
    if (isOpen && approval.policyClass === "external-write" && runs.surroundings.isActing()) return null;
    const isSame = approval.status === decision;
    const isResult = approval.policyClass === "repo-write";
    const asksWhich = approval.subject?.kind === "workflow_node" && run.flow!.asksWhich(approval.subject.id);
    const contender = random.between(1, 2);
    if (asksWhich && !isOpen) return null;
    // What a person has written meanwhile is not replaced.
    const isHindered = isResult && name === "approve" && hindrancesOf(runs, run).length > 0;
    return {
      state: isOpen
        ? `open ${approval.policyClass}${isHindered ? ", hindered" : ""}${asksWhich ? ", a pick" : ""}${
          run.parent === null ? "" : " of a child"
        }`
        : isSame
        ? "decided so"
        : "decided otherwise",
      asked: {
        method: "POST",
        path: `/approvals/${approval.id}/${name}`,
        body: name === "approve" && asksWhich ? { ...REVIEWED, response: { contender } } : REVIEWED,
        ...(isOpen && name === "approve" && isResult && { through: run.id }),
      },
      judge: (answer) => {
        answered(answer, isOpen || isSame ? 200 : 400);
        if (!isOpen) return;
        same(answer.body.status, decision, "the approval");
        const isOfNode = approval.subject?.kind === "workflow_node";
        if (isOfNode) run.flow!.decide(approval.subject!.id, name);
        // A checkpoint before the work is followed by one of its result.
        if (isResult || (name === "reject" && !isOfNode)) run.decision = decision;
        run.isStale = false;
        run.approvals = run.approvals.map((each) => each === approval ? { ...each, status: decision } : each);
        if (name === "approve") run.order?.approve(approval, runs.surroundings.now());
        if (name === "approve" && isResult) {
          same(answer.body.application, isHindered ? "stale" : "applied", `what became of ${run.name}`);
          if (isHindered) {
            run.isStale = true;
            run.decision = null;
          } else applied(runs, run);
        }
      },
      after: (read) => runs.lookAt(read, run),
    };
  },
});

function applied(runs: Runs, run: RunModel): void {
  run.isApplied = true;
  for (const [path, content] of run.files) runs.tree.set(path, content);
}

const withoutReview = (runs: Runs): Command => ({
  name: "approve without review",
  weight: 1,
  plan: (random) => {
    const chosen = one(random, open(runs).filter(({ approval }) => approval.policyClass.endsWith("-write")));
    const flag =
      (["reviewedEvidence", "reviewedHashes", "reviewedPolicyClass"] as const)[random.between(0, 2)]!;
    return chosen && {
      state: flag,
      asked: {
        method: "POST",
        path: `/approvals/${chosen.approval.id}/approve`,
        body: { ...REVIEWED, [flag]: false },
      },
      judge: (answer) => answered(answer, 400),
      after: (read) => runs.lookAt(read, chosen.run),
    };
  },
});

const byTheAgent = (runs: Runs): Command => ({
  name: "decide as the agent",
  weight: 1,
  plan: (random) => {
    const chosen = one(random, open(runs));
    const name = random.next() < 0.5 ? "approve" : "reject";
    return chosen && {
      state: name,
      asked: {
        method: "POST",
        path: `/approvals/${chosen.approval.id}/${name}`,
        body: REVIEWED,
        token: AGENT,
      },
      judge: (answer) => answered(answer, 403),
      after: (read) => runs.lookAt(read, chosen.run),
    };
  },
});

const guide = (runs: Runs): Command => ({
  name: "guide a task",
  weight: 1,
  plan: async (random, read) => {
    const run = await runs.seen(
      read,
      one(random, runs.kept.filter(({ hasOnePlan, sessions }) => hasOnePlan && sessions.length > 0)),
    );
    const id = run && one(random, run.sessions);
    if (run === null || id === null) return null;
    return {
      state: run.state,
      asked: {
        method: "POST",
        path: `/task-sessions/${id}/guidance`,
        body: { content: `${run.guidance}${run.guided + 1}.txt with "guided"` },
        headers: { "idempotency-key": `${id}-${run.guided + 1}` },
      },
      judge: (answer) => {
        answered(answer, run.hasEnded ? 400 : 201);
        if (!run.hasEnded) run.guided++;
      },
      after: (read) => runs.lookAt(read, run),
    };
  },
});
