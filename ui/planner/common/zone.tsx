import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { useClock } from "../../kit/text/time.tsx";
import { useFrame, useResource } from "../../shell/mod.ts";
import { wallAt } from "./days.ts";
import { DAY } from "../../../store/shared/durations.ts";

const MONTH_MILLISECONDS = 30 * DAY;

/** The planner's time zone; null until it is known. */
const ZoneContext = createContext<string | null>(null);

/** Returns the planner's time zone, in which all its times are shown. Until it is known, that of the browser. */
export const useZone = (): string => useContext(ZoneContext) ?? browserZone();

const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Provides the planner's time zone to what is inside, and asks for it where that is missing. */
export function PlannerZone({ children }: { children: ComponentChildren }) {
  const settings = useResource(
    ({ call }) => call("GET /planner/settings"),
    ({ type }) => type === "planner.settings_changed",
  );
  return (
    <ZoneContext.Provider value={settings.value.value?.timeZone ?? null}>{children}</ZoneContext.Provider>
  );
}

/** Says that the planner's time zone is not the browser's, and offers to use that one. */
export function ZoneNote() {
  const { call, toasts } = useFrame();
  const now = useClock().peek();
  const zone = useContext(ZoneContext);
  const here = browserZone();
  if (zone === null || isSame(zone, here, now)) return null;
  const use = () =>
    toasts.attempt(
      () => call("POST /planner/settings", { body: { timeZone: here } }),
      () => `Times are now in ${here}.`,
    );
  return (
    <Banner tone="info">
      All times are in {zone}, the planner's time zone. This browser is in {here}.{" "}
      <Button small onPress={use}>Use {here}</Button>
    </Banner>
  );
}

/** Whether the clocks of two zones agree in each month of a year. */
const isSame = (one: string, other: string, now: number): boolean =>
  Array.from({ length: 12 }, (_, month) => now + month * MONTH_MILLISECONDS).every((at) =>
    JSON.stringify(wallAt(at, one)) === JSON.stringify(wallAt(at, other))
  );
