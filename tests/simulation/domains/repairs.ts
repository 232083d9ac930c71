import { REVIEWED } from "../../git.ts";
import { answered, type Command, holds, one, same } from "../command.ts";
import type { RunModel, ShownApproval } from "./run_model.ts";
import type { Runs } from "./runs.ts";

/** So often one result is sent back. */
const MAX_ROUNDS = 3;

/** Results are sent back, hindered by what a person wrote meanwhile, done again, and undone. */
export const repairCommands = (runs: Runs): Command[] => [
  sendBack(runs),
  editFile(runs),
  askToUndo(runs),
  decideUndo(runs),
];

/** The checkpoint of a result that waits for a decision; null without one. */
export const resultOf = ({ status, approvals, decision }: RunModel): ShownApproval | null =>
  status === "waiting" && decision === null
    ? approvals.find((each) =>
      each.status === "pending" && each.policyClass === "repo-write" && each.subject?.kind === "run"
    ) ?? null
    : null;

/** Whether the model knows all files of its result. */
export const isPlain = (run: RunModel): boolean => run.hasOnePlan && run.order === null;

const sendBack = (runs: Runs): Command => ({
  name: "send back",
  weight: 2,
  plan: async (random, read) => {
    const run = await runs.seen(
      read,
      one(random, runs.kept.filter((run) => isPlain(run) && !run.wasEntered && resultOf(run) !== null)),
    );
    const result = run && resultOf(run);
    if (!run || !result || run.again.length >= MAX_ROUNDS) return null;
    const path = `sim/again-${run.id}-${run.again.length + 1}.txt`;
    return {
      state: `round ${run.again.length + 1}`,
      asked: {
        method: "POST",
        path: `/approvals/${result.id}/reject`,
        body: {
          actorType: "human",
          disposition: "rework",
          reviewerNote: `create ${path} with "${run.content}"`,
        },
      },
      judge: (answer) => {
        answered(answer, 200);
        run.again.push(path);
        run.sentBack.add(result.id);
        run.approvals = run.approvals.map((each) => each === result ? { ...each, status: "rejected" } : each);
      },
      after: (read) => runs.lookAt(read, run),
    };
  },
});

/** A person writes, removes or restores a file of a result in the repository. */
const editFile = (runs: Runs): Command => ({
  name: "edit a file",
  weight: 2,
  plan: async (random, read) => {
    const { surroundings, tree } = runs;
    const run = await runs.seen(
      read,
      one(random, runs.kept.filter((run) => run.left !== null && (run.isApplied || resultOf(run) !== null))),
    );
    const approval = run && resultOf(run);
    if (!run || !(run.isApplied || approval)) return null;
    const before = tree.get(run.file) ?? null;
    const content = before !== null && random.next() < 0.6
      ? null
      : random.next() < 0.5
      ? run.content
      : "of a person";
    surroundings.write(run.file, content);
    tree.set(run.file, content);
    const what = content === null ? "removed" : content === run.content ? "as the run" : "otherwise";
    return {
      state: `${run.isApplied ? "applied" : "waiting"}, ${what}`,
      asked: { method: "GET", path: approval ? `/approvals/${approval.id}` : `/runs/${run.id}` },
      judge: (answer) => {
        answered(answer, 200);
        if (approval) {
          same(answer.body.drift.total, hindrancesOf(runs, run).length, `the drift of ${run.name}`);
        }
      },
      after: (read) => runs.lookAt(read, run),
    };
  },
});

/** The files of its result that are there already. */
export const hindrancesOf = ({ tree }: Runs, run: RunModel): string[] =>
  [...run.files.keys()].filter((path) => (tree.get(path) ?? null) !== null);

const askToUndo = (runs: Runs): Command => ({
  name: "ask to undo a run",
  weight: 2,
  plan: async (random, read) => {
    const done = runs.kept.filter((run) => run.isApplied || run.isUndone);
    const some = runs.kept.filter(({ flow }) => flow === null);
    const run = await runs.seen(read, (random.next() < 0.9 ? one(random, done) : null) ?? one(random, some));
    if (run === null) return null;
    const { undoId } = run;
    return {
      state: run.isUndone ? "undone" : undoId !== null ? "asked" : run.state,
      asked: { method: "POST", path: `/runs/${run.id}/undo` },
      judge: (answer, repeated) => {
        if (run.isErased) return answered(answer, 404);
        if (!run.isApplied) return answered(answer, 400);
        if (!repeated || answer.status !== 200) answered(answer, undoId === null ? 201 : 200);
        if (undoId !== null) same(answer.body.id, undoId, `the undo of ${run.name} that was asked for`);
        same(answer.body.status, "pending", `the undo of ${run.name}`);
        run.undoId = answer.body.id;
      },
      after: (read) => runs.lookAt(read, run),
    };
  },
});

const decideUndo = (runs: Runs): Command => ({
  name: "decide about an undo",
  weight: 3,
  plan: (random) => {
    const run = one(random, runs.kept.filter(({ undoId }) => undoId !== null));
    if (run === null) return null;
    const name = random.next() < 0.8 ? "approve" : "reject";
    const { tree } = runs;
    const changed = [...run.files].filter(([path, content]) =>
      ![content, null].includes(tree.get(path) ?? null)
    );
    const outcome = changed.length > 0 ? "stale" : "applied";
    return {
      state: name === "reject" ? name : outcome,
      asked: { method: "POST", path: `/approvals/${run.undoId}/${name}`, body: REVIEWED },
      judge: (answer, repeated) => {
        answered(answer, 200);
        const { status, application } = answer.body;
        same(status, name === "approve" ? "approved" : "rejected", `the undo of ${run.name}`);
        run.undoId = null;
        if (name === "reject") return;
        // It may go on after the start of the service.
        holds(
          application === outcome || (repeated && ["ready", "applying"].includes(application)),
          `the undo of ${run.name} is ${application}, the model says ${outcome}`,
        );
        if (outcome === "stale") return;
        run.isUndone = true;
        run.isApplied = false;
        for (const path of run.files.keys()) tree.set(path, null);
      },
      after: (read) => runs.lookAt(read, run),
    };
  },
});
