import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = async ({ h }) => {
  await h.operator("POST /saved-views", { body: { page: "inbox", name: "Unread", query: "status=unread" } });
  return {
    reads: [exercise("GET /saved-views"), exercise("GET /saved-views", { query: "page=inbox" })],
    writes: [
      exercise("POST /saved-views", { body: { page: "runs", name: "Failed", query: "status=failed" } }),
    ],
    ends: [exercise("POST /saved-views/remove", { body: { page: "inbox", name: "Unread" } })],
  };
};
export default make;
