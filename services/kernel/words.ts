export { asSentence, counted, firstLine, shownTime, spanBetween } from "../../store/words.ts";
