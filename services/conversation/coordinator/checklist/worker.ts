import { chooseWorker } from "../../../execution/tasks/choose_worker.ts";
import { block, type ChecklistCheck, ok, warn } from "./item.ts";
import { counted } from "../../../ground/kernel/words.ts";

/** Whether a worker is ready that understands the request. */
export const workerReady: ChecklistCheck = {
  check: "worker",
  title: "A worker is ready and understands the request",
  look: ({ ctx, input, request }) => {
    const { worker } = input;
    const named = worker &&
      { provider: worker.provider, ...(worker.model !== undefined && { model: worker.model }) };
    const choice = chooseWorker(ctx, named ? { worker: named } : {}, request);
    if ("missing" in choice) {
      return warn(
        `The run would wait: ${choice.missing}`,
        "Name one that is ready, or make this one ready. `agent-harness doctor` tells you what it needs.",
      );
    }
    if (ctx.config.workers === 0) {
      return block("This service has no workers.", "Start it with AGENT_HARNESS_WORKERS above 0.");
    }
    const { provider, model } = choice.worker;
    const plan = choice.worker.read?.(request, "parallel");
    if (!plan) return ok(`${provider}/${model} is ready and would plan it.`);
    if ("misunderstood" in plan) {
      const [first] = plan.misunderstood;
      return block(
        `${provider}/${model} does not understand line ${first?.line ?? 1} of the request: ${
          first?.reason ?? ""
        }`,
        worker
          ? "Use one of the listed forms, or choose a model as the worker."
          : "Write it as a recipe, or configure a model.",
      );
    }
    return ok(`${provider}/${model} is ready and would plan ${counted(plan.tasks.length, "task")}.`);
  },
};
