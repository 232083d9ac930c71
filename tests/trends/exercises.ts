import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = () => ({
  reads: [exercise("GET /trends"), exercise("GET /trends", { query: "days=7" })],
});
export default make;
