export { counted, firstLine, spanBetween } from "../../store/words.ts";
