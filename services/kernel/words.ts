export { counted } from "../../store/words.ts";
