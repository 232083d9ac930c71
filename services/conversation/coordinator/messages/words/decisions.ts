import type { MessageIntent } from "./intent.ts";

const THING = String
  .raw`(?:\s+(?:it|this|that|them|these|(?:the|this|that)\s+(?:patch|changes?|approval|run|work|result)))?(?:\s+(?:approval|run)_\w+)?`;

/** Words that plainly say no. What follows decides whether it is one: "no problem" is not. */
const NO = new RegExp(
  String
    .raw`^(?:no|nope|nah|no,?\s+thank(?:s| you)|reject(?:ed)?|i reject|decline[d]?|i decline|deny|denied|refuse[d]?|i refuse|veto|not approved|(?:do not|don['’]?t) (?:apply|approve|ship|merge|write|accept))(?![\w'’])${THING}(.*)$`,
  "is",
);

/** What takes back or defers a no when it follows "no,". */
const TAKEN_BACK =
  /^(?:wait|hold|hang on|yes|yep|yeah|ok|okay|sure|fine|go|approve|ship|apply|merge|accept|lgtm|looks|sounds|sorry|i mean|i meant|i think it|problem|worr|rush|hurry|never ?mind|nothing|idea|objection|maybe|perhaps|not sure|not (?:yet|now)|later|let me|actually|but|do it|it['’]?s (?:fine|ok|okay|good|great)|that['’]?s (?:fine|ok|okay|good|great)|all good|please (?:go|do|apply|approve|ship))\b/i;

const REWORK = new RegExp(
  String
    .raw`^(?:(?:no|reject(?: it)?|nope)\s*(?:,|;|\band\b|[.:–—-])?\s*)?(?:rework|redo|revise|amend|change|send(?: it)? back|do it (?:again|over))${THING}(?:\s+(?:and|with|to))?\s*(?:[:,–—-]\s*(.*))?$`,
  "is",
);

/** Words that sound like a yes. They are recognized only to be answered, and approve nothing. */
const YES = new RegExp(
  String
    .raw`^(?:y|yes+|yep|yeah|yup|aye|ok|okay|k|sure|approved?|approving|lgtm|ship|go|accept(?:ed)?|apply|merge|do it|do that|confirm(?:ed)?|agreed?|fine|good|great|perfect|nice|awesome|excellent|looks|sounds|thumbs up|i (?:hereby )?(?:approve|accept|confirm|agree|authori[sz]e)|make it so|let['’]?s|push|commit|deploy|release|run (?:it|this|that|them)|all good|no (?:objections?|problem)|(?:you )?(?:may|can) (?:apply|proceed|go)|permission granted|granted|authori[sz]ed?|green light)(?!\w)|\b(?:approve[ds]?|ship it|lgtm|go ahead|apply it|merge it)\b|^(?:👍|✅|🚀|👌|💯|\+1|:\+1:)`,
  "iu",
);

/** A decision about something waiting: a clear no, a request for rework, or something that sounds like a yes. */
export function decisionIn(text: string): MessageIntent | null {
  const rework = REWORK.exec(text);
  if (rework && !text.endsWith("?")) return { kind: "rework", words: (rework[1] ?? "").trim() };
  const words = reasonOfNo(text);
  if (words !== null) return { kind: "reject", words };
  if (NO.test(text)) return null;
  return YES.test(text) ? { kind: "approve" } : null;
}

/** A no that may answer anything; "reject it" says what it means. */
const BARE_NO = /^(?:no|nope|nah|no,?\s+thank(?:s| you))[\s.!]*$/i;

/** Returns the words of a clear no, empty for a bare one; null if it is not one, or is taken back at once. */
function reasonOfNo(text: string): string | null {
  if (text.endsWith("?")) return null;
  const tail = NO.exec(text)?.[1];
  if (tail === undefined) return null;
  if (/^[\s.!]*$/.test(tail)) return BARE_NO.test(text) ? "" : text;
  const because = /^\s*,?\s*(?:because|since|as|cause|'cause)\b\s*[:,]?\s*(.+)$/is.exec(tail);
  if (because) return because[1]!.trim();
  const reason = /^\s*[,;:.!–—-]+\s*(.+)$/s.exec(tail)?.[1]?.trim();
  if (reason === undefined || TAKEN_BACK.test(reason)) return null;
  return reason.replace(/^(?:because|since|as)\b\s*/i, "");
}
