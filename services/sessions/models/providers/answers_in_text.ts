/** Name patterns of models that do not answer in text: catalogs do not say. */
const NO_TEXT = /embed|rerank|whisper|(?:^|[-_/])tts|dall-e|moderation|(?:^|[-_/])clip|stable-diffusion/i;

/** Whether a model answers in text, as far as its name tells. */
export const answersInText = (model: string): boolean => !NO_TEXT.test(model);
