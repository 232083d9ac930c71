import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = () => ({
  reads: [
    exercise("GET /search", { query: "query=create" }),
    exercise("GET /search", { query: "path=picked.md" }),
    exercise("GET /search", { query: "query=note&kind=note" }),
  ],
});
export default make;
