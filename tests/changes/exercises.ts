import { REVIEWED } from "../git.ts";
import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = async ({ h }) => {
  const ask = async (description: string) => {
    const body = { proposed: { role: "reviewer", label: "Second reviewer", description } };
    return (await h.operator("POST /agent-profile-changes", { body })).id;
  };
  const [first, second] = [await ask("Reads twice."), await ask("Reads three times.")];
  return {
    reads: [
      exercise("GET /agent-profile-changes", { query: "status=pending" }),
      exercise("GET /agent-profile-changes/:id", { ids: { id: first } }),
    ],
    writes: [
      exercise("POST /agent-profile-changes", {
        body: { targetProfileId: "planner", proposed: { description: "Divides requests." } },
      }),
      exercise("POST /agent-profile-changes/:id/approve", { ids: { id: first }, body: REVIEWED }),
      exercise("POST /agent-profile-changes/:id/reject", { ids: { id: second }, body: REVIEWED }),
    ],
  };
};
export default make;
