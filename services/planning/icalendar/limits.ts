/** Limits for foreign calendars. Content above them is not read, and reported. */
export const CALENDAR_LIMITS = {
  components: 20_000,
  nesting: 4,
  lineCharacters: 256 * 1024,
  attendees: 500,
  dates: 5_000,
  byValues: 400,
  interval: 10_000,
  count: 100_000,
  occurrences: 1_000,
  /** How many of these may be before the current quarter, if there are more. */
  occurrencesBefore: 250,
  firstYear: 1900,
  lastYear: 2200,
  titleCharacters: 500,
  contentCharacters: 8_192,
  tags: 50,
  errors: 50,
  /** The processor time for expanding all series of one source; the others keep their first occurrence. */
  expandMilliseconds: 2_000,
} as const;
