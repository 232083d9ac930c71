import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = async ({ h, ids: { runs } }) => {
  // No other exercise changes what this run would export.
  const ids = { id: runs.rejected };
  const { contentsSha256 } = await h.operator("GET /runs/:id/capsule", { params: ids });
  return {
    reads: [runs.completed, runs.queued, runs.waiting].map((id) =>
      exercise("GET /runs/:id/capsule", { ids: { id } })
    ),
    writes: [exercise("POST /runs/:id/capsule", { ids, body: { contentsSha256 } })],
  };
};
export default make;
