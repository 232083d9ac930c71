/** A trigger in words, and the work that is written after it; empty if none is. */
export type TriggerWords = { trigger: { kind: "schedule" | "webhook"; content: string }; rest: string };

const DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const UNIT =
  `(?:second|minute|hour|day|weekday|workday|weekend|week|fortnight|month|quarter|year|morning|noon|afternoon|evening|night|midnight|${DAY})s?`;
const COUNT =
  "(?:\\d{1,4}(?:st|nd|rd|th)?|other|second|two|three|four|five|six|ten|twelve|few|single|working)";
const TIME = "(?:\\d{1,2}(?::\\d\\d)? ?(?:am|pm|h|o'clock)?|noon|midnight|midday)";
const LATER = [
  `(?:at|by|around|from|to|until) ${TIME}(?! (?:second|minute|hour|day)s?)`,
  `on (?:${DAY}s?|weekdays?|weekends?|the (?:\\d{1,2}(?:st|nd|rd|th)|first|last)(?: ${DAY}| day)?)`,
  "of (?:the|each|every) (?:week|month|quarter|year)",
  "(?:in )?(?:[A-Z][A-Za-z_]+/[A-Za-z_/]+|UTC|GMT|(?:local|my) time)",
  "(?:in )?the (?:morning|afternoon|evening|night)",
];
const SCHEDULE = new RegExp(
  `^(?:on )?(?:every|each) (?:${COUNT} )?${UNIT}(?:(?:, | and |, and | or )(?:${COUNT} )?${UNIT})*(?:,? (?:and )?(?:${
    LATER.join("|")
  }))*(?=$|[\\s,:;.])`,
  "i",
);
const WEBHOOK =
  /^when(?:ever)? the webhook(?: "[^"]{1,64}"| [a-z0-9-]{1,64}(?=[:,]?(?: is | fires| arrives| comes|$|[:,])))?(?: (?:is (?:called|triggered|received|hit)|fires|arrives|comes(?: in)?))?(?=$|[\s,:;.])/i;

/** Separates the words of a trigger from the work that follows them; null if the text begins with no trigger. */
export function triggerIn(text: string): TriggerWords | null {
  const schedule = SCHEDULE.exec(text)?.[0];
  const content = schedule ?? WEBHOOK.exec(text)?.[0];
  if (content === undefined) return null;
  const rest = text.slice(content.length).replace(/^[\s,:;.–—-]+/, "").replace(/^then\s+/i, "");
  return { trigger: { kind: schedule === undefined ? "webhook" : "schedule", content }, rest };
}
