import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = async ({ h, ids: { runs } }) => {
  const { repoPath } = await h.operator("GET /runs/:id", { params: { id: runs.completed } });
  const [admission] = await h.operator("GET /repositories/admissions");
  if (!admission) throw new Error("The runs of the world have admitted no command.");
  return {
    reads: [
      exercise("GET /repositories"),
      exercise("GET /repositories/admissions", { query: `repositoryId=${admission.repositoryId}` }),
      exercise("GET /runs/:id/unasked", { ids: { id: runs.completed } }),
    ],
    writes: [exercise("POST /repositories/dial", { body: { repoPath, dial: "everything" } })],
    ends: [exercise("POST /repositories/admissions/:id/revoke", { ids: { id: admission.id } })],
  };
};
export default make;
