/** What quick add understood in the words of a task. */
type Added = {
  quickAdd?: string | undefined;
  title: string;
  parsed?: readonly { field: string }[] | undefined;
};

/** The change that keeps words as text. */
type AsText = {
  title: string;
  due?: null;
  rrule?: null;
  estimateMinutes?: null;
  priority?: 0;
  tags?: [];
  people?: [];
};

const NOTHING = { due: null, rrule: null, estimateMinutes: null, priority: 0, tags: [], people: [] } as const;

/** Returns the change of a new task that keeps all of its words in the title, and takes back what was understood in them. */
export function keptAsText({ quickAdd, title, parsed = [] }: Added): AsText {
  const fields = new Set(parsed.map(({ field }) => field));
  const cleared = Object.entries(NOTHING).filter(([field]) => fields.has(field));
  return { title: quickAdd ?? title, ...Object.fromEntries(cleared) };
}
