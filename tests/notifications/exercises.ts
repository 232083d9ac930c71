import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = async ({ h }) => {
  const [first] = (await h.operator("GET /notifications")).items;
  const ids = { id: first!.id };
  return {
    reads: [exercise("GET /notifications")],
    writes: [
      ...["read", "unread", "dismiss", "archive", "delete"].map((verb) =>
        exercise(`POST /notifications/:id/${verb}`, { ids })
      ),
      exercise("POST /notifications/read-all"),
    ],
  };
};
export default make;
