import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = () => ({
  reads: [
    exercise("GET /capabilities", { query: "kind=tool&limit=5" }),
    exercise("GET /capabilities/:id", { ids: { id: "class:purchases" } }),
    exercise("GET /tools"),
  ],
});
export default make;
