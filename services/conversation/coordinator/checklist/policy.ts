import { repositoryStream } from "../../../../store/repositories/stream.ts";
import { parseRecipe } from "../../../workforce/recipes/parse.ts";
import { decideCommand, decideRequest } from "../../../ground/policy/decide.ts";
import { block, type ChecklistCheck, type ChecklistInput, ok, warn } from "./item.ts";

/** Checks which gates the run will meet. What a model decides to do later is checked when it does it. */
export const policyExpected: ChecklistCheck = {
  check: "policy",
  title: "The policy class is known",
  look: (subject) => {
    const { request, ctx } = subject;
    const recipe = parseRecipe(request);
    const understoodAsRecipe = "instructions" in recipe;
    const commands = understoodAsRecipe
      ? recipe.instructions.flatMap((instruction) => instruction.kind === "run" ? [instruction.command] : [])
      : [];
    const blocked = decideRequest({ request, understoodAsRecipe }).blockedClass ??
      commands.map((command) => decideCommand(command).blockedClass).find((found) => found !== undefined);
    if (blocked) {
      return block(
        `The request belongs to the blocked class ${blocked.label}, so the run would end with policy_blocked.`,
        "Leave that part out. The class stays blocked until a connector enables it.",
      );
    }
    const patch = "The patch is a repo-write, which a human must review and approve.";
    const gates = ctx.actor === "agent" ? agentGates(subject, commands.length > 0) : [];
    if (gates.length === 0) return ok(`Expected: start, then repo-write. ${patch}`);
    return warn(
      `From the agent token, a human is asked first: ${gates.join("; ")}. ${patch}`,
      "Nothing, or have the operator request it.",
    );
  },
};

function agentGates({ ctx, place, input }: ChecklistInput, commands: boolean): string[] {
  const admitted = place !== null && ctx.store.documents.has(repositoryStream, place.control.id);
  return [
    ...(admitted ? [] : ["start, because no human has used this repository here"]),
    ...(commands || input.verifier ? ["command, for each command that is not yet allowed there"] : []),
  ];
}
