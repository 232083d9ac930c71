import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = async ({ h }) => {
  const body = { profileId: "researcher", settings: { label: "Careful researcher" } };
  const { id } = await h.operator("POST /agent-profiles/settings", { body });
  return {
    reads: [
      exercise("GET /agent-profiles", { query: "role=worker&status=active" }),
      exercise("GET /agent-profiles/:id", { ids: { id } }),
    ],
    writes: [
      exercise("POST /agent-profiles/settings", {
        body: { profileId: "reviewer", settings: { description: "Reads." } },
      }),
    ],
    ends: [exercise("DELETE /agent-profiles/:id", { ids: { id } })],
  };
};
export default make;
