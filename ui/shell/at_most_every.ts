/** Returns a throttled `work`: called at once, then at most once per interval, and once after the last call. */
export function atMostEvery(
  milliseconds: number,
  work: () => void,
): { call: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let due = false;
  const run = () => {
    due = false;
    timer = setTimeout(() => {
      timer = null;
      if (due) run();
    }, milliseconds);
    work();
  };
  return {
    call: () => {
      if (timer === null) run();
      else due = true;
    },
    cancel: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      due = false;
    },
  };
}
