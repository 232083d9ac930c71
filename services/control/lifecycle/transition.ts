/** One allowed state change: its source, event and target, and when it is made. */
type Transition<Status extends string, Type extends string> = {
  from: readonly Status[];
  /** The target; several if an earlier state is restored. */
  to: readonly Status[];
  event: Type;
  /** When it is made, for all source states or for each of them. */
  when: string | Partial<Record<Status, string>>;
};

/** A table of transitions by name, as the owner of a state declares it. */
export type Transitions<Status extends string, Type extends string> = Readonly<
  Record<string, Transition<Status, Type>>
>;

/** One arrow of a state diagram. */
type Arrow<Status extends string> = { from: Status; to: Status; when: string };

/** Returns every change of state that a table allows. */
export const arrowsOf = <Status extends string>(table: Transitions<Status, string>): Arrow<Status>[] =>
  Object.values(table).flatMap(({ from, to, when }) =>
    from.flatMap((before) => {
      const why = typeof when === "string" ? when : when[before] ?? "";
      return to.flatMap((after) => before === after ? [] : [{ from: before, to: after, when: why }]);
    })
  );
