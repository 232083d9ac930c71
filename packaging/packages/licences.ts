/** Licences that a package of the program may have, as SPDX writes them. A new one is a decision of a person. */
export const ALLOWED: readonly string[] = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
];

/**
 * Packages with another licence, each with the reason why it is there. They are contained in every package of the program, and who
 * passes one on does so under their terms, too.
 */
export const EXCEPTIONS: Readonly<Record<string, { licence: string; reason: string }>> = {
  "@audio/decode-aac": {
    licence: "GPL-2.0",
    reason: "FAAD2 decodes AAC in recordings; no other package does",
  },
  "@audio/decode-ac3": { licence: "GPL-2.0-or-later", reason: "the decoders of MP4 and WebM need it" },
  "@audio/decode-dts": { licence: "GPL-2.0-or-later", reason: "the decoders of MP4 and WebM need it" },
  "@audio/decode-eac3": { licence: "LGPL-2.1-or-later", reason: "the decoders of MP4 and WebM need it" },
  "codec-parser": { licence: "LGPL-3.0-or-later", reason: "the decoders of FLAC, Opus and Vorbis need it" },
};

/** Returns why the program may not contain a package with this licence, or null. */
export function licenceFault(name: string, licence: string): string | null {
  if (EXCEPTIONS[name]?.licence === licence) return null;
  const isAllowed = licence.replace(/^\((.*)\)$/, "$1").split(" OR ").some((each) =>
    each.split(" AND ").every((one) => ALLOWED.includes(one))
  );
  return isAllowed
    ? null
    : `${name} has the licence ${licence}, which packaging/packages/licences.ts does not allow. ` +
      "Use another package, or decide about the licence there.";
}
