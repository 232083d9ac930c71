import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = () => ({ reads: [exercise("GET /metrics")] });
export default make;
