import { z } from "zod";
import type { MessageIntent, RecordsQuestion } from "../words/intent.ts";
import type { ReplyContext } from "../../situation.ts";

/** One action that a model can choose for a message. The same code handles plain words. */
type MessageAction<Input = unknown> = {
  name: string;
  description: string;
  input: z.ZodType<Input>;
  /** Whether it changes something: then it is done together with the answer, and not before. */
  acts: boolean;
  /** Whether it is allowed in a message in which files of a repository were read. */
  afterLooking?: boolean;
  intent: (input: Input, situation: ReplyContext) => MessageIntent;
};

const defineAction = <Input>(declared: MessageAction<Input>): MessageAction => declared as MessageAction;

const runId = z.string().max(64).optional().describe(
  "the run that is meant; the conversation's own when absent",
);

const reads = (
  name: string,
  kind: RecordsQuestion,
  description: string,
) => defineAction({ name, description, input: z.object({ runId }), acts: false, intent: () => ({ kind }) });

/** All actions of the coordinator's model. None decides an approval: only a human can, and not with words. */
export const MESSAGE_ACTIONS: readonly MessageAction[] = [
  reads("status", "status", "Shows the progress of a run, or the overall state."),
  reads("show_plan", "plan", "Shows the tasks of a run."),
  reads("list_changes", "changes", "Lists the files that the patch of a run changes."),
  reads("list_runs", "runs", "Lists the newest runs of the service."),
  reads("list_models", "models", "Lists the models that a run can name, and whether they are ready."),
  reads("what_needs_a_human", "needs_me", "Lists what waits for the person."),
  reads("list_approvals", "approvals", "Lists the approvals that wait."),
  reads("explain", "explain", "Explains why a run failed or waits."),
  defineAction({
    name: "start_work",
    description:
      "Starts a run that changes the repository as the request says. `repoPath` only if the person wrote it in this message.",
    input: z.object({ request: z.string().min(1).max(20_000), repoPath: z.string().max(4096).optional() }),
    acts: true,
    afterLooking: true,
    intent: ({ request, repoPath }, { input }) => ({
      kind: "start",
      request,
      // A person approves a repository by naming it; a model cannot.
      repoPath: repoPath !== undefined && input.content.includes(repoPath) ? repoPath : null,
      explicit: true,
    }),
  }),
  defineAction({
    name: "give_guidance",
    description: "Tells a task of a run something for its next step. `task` is its name, such as task_2.",
    input: z.object({ content: z.string().min(1).max(20_000), task: z.string().max(64).optional(), runId }),
    acts: true,
    intent: ({ content, task }) => ({ kind: "guide", target: task ?? null, content }),
  }),
  defineAction({
    name: "move_run",
    description: "Pauses, resumes or cancels a run, when the person asks for that.",
    input: z.object({
      move: z.enum(["pause", "resume", "cancel"]),
      reason: z.string().max(1000).optional(),
      runId,
    }),
    acts: true,
    intent: ({ move, reason }) => ({ kind: "move", move, ...(reason && { reason }) }),
  }),
  defineAction({
    name: "retry_run",
    description: "Starts a run that has ended once more.",
    input: z.object({ runId }),
    acts: true,
    intent: () => ({ kind: "retry" }),
  }),
  defineAction({
    name: "remember",
    description:
      "Records a fact or a preference that the person states, for this conversation or its project.",
    input: z.object({ content: z.string().min(1).max(4000), scope: z.enum(["conversation", "project"]) }),
    acts: true,
    intent: ({ content, scope }) => ({ kind: "remember", content, scope }),
  }),
];
