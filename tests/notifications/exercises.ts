import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = async ({ h, ids: { runs } }) => {
  const [first] = (await h.operator("GET /notifications")).items;
  const { repoPath } = await h.operator("GET /runs/:id", { params: { id: runs.completed } });
  const run = { ids: { id: runs.completed } };
  const ids = { id: first!.id };
  return {
    reads: [
      exercise("GET /notifications"),
      exercise("GET /notifications/results"),
      exercise("GET /follows"),
      exercise("GET /runs/:id/follow", run),
    ],
    writes: [
      ...["read", "unread", "dismiss", "archive", "delete"].map((verb) =>
        exercise(`POST /notifications/:id/${verb}`, { ids })
      ),
      exercise("POST /runs/:id/unfollow", run),
      exercise("POST /runs/:id/follow", run),
      exercise("POST /repositories/follow", { body: { repoPath } }),
      exercise("POST /repositories/unfollow", { body: { repoPath } }),
      exercise("POST /notifications/read-all"),
      exercise("POST /notifications/archive-results", { body: { repoPath } }),
    ],
  };
};
export default make;
