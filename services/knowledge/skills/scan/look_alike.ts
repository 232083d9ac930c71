/** Letters of other scripts that look like Latin ones. */
const LOOK_ALIKES =
  /[\u0391-\u0397\u0399\u039A\u039C-\u039F\u03A1\u03A4\u03A5\u03A7\u03B1\u03BF\u03C1\u0405\u0406\u0408\u0410\u0412\u0415\u041A\u041C-\u041E\u0420-\u0422\u0425\u0430\u0435\u043E\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04BB\u0501]/u;

/** Returns the first word that mixes Latin letters with similar-looking ones, or null. */
export function lookAlike(text: string): string | null {
  if (!LOOK_ALIKES.test(text)) return null;
  for (const [word] of text.matchAll(/\p{L}{3,64}/gu)) {
    const latin = word.match(/[A-Za-z]/g)?.length ?? 0;
    if (latin >= 2 && LOOK_ALIKES.test(word)) return word;
  }
  return null;
}
