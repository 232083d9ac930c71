import { exercise, type MakeExercises } from "../kit/exercise.ts";
import { Portal } from "./portal.ts";

const make: MakeExercises = ({ owned }) => {
  const portal = new Portal();
  owned.push(portal);
  return {
    reads: [exercise("GET /devportal/app")],
    writes: [
      exercise("POST /devportal/app", { body: portal.app }),
      exercise("POST /devportal/app/smoke-check"),
    ],
  };
};
export default make;
