import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = () => ({
  reads: [
    exercise("GET /trends"),
    exercise("GET /trends", { query: "days=7" }),
    exercise("GET /trends/queue"),
    exercise("GET /trends/queue", { query: "hours=3" }),
  ],
});
export default make;
