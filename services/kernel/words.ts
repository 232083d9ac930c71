export { counted, firstLine } from "../../store/words.ts";
