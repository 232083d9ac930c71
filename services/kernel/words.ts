export { counted, firstLine, shownTime, spanBetween } from "../../store/words.ts";
