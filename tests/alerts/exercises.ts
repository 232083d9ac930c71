import { exercise, type MakeExercises } from "../kit/exercise.ts";
import { Phone } from "./phone.ts";

const make: MakeExercises = async ({ h, owned }) => {
  const phone = await Phone.start();
  owned.push(phone);
  await phone.connect(h);
  const { hook } = await h.operator("GET /alerts");
  return {
    reads: [exercise("GET /alerts")],
    writes: [exercise("POST /alerts/test"), exercise("POST /alerts/hook", { body: hook })],
    ends: [exercise("POST /alerts/hook/remove")],
  };
};
export default make;
