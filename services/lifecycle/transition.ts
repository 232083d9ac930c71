/** One legal change of a state: from where, by which event, to where, and when it is made. */
export type Transition<Status extends string, Type extends string> = {
  from: readonly Status[];
  /** Where it leads; several where the state before the last one is taken up again. */
  to: readonly Status[];
  event: Type;
  /** Says when it is made, for all states that it is made from or for each of them. */
  when: string | Partial<Record<Status, string>>;
};

/** A table of transitions by name, as the owner of a state declares it. */
export type Transitions<Status extends string, Type extends string> = Readonly<
  Record<string, Transition<Status, Type>>
>;

/** One arrow of a diagram of states. */
export type Arrow<Status extends string> = { from: Status; to: Status; when: string };

/** Every change from one state to another that a table allows. */
export const arrowsOf = <Status extends string>(table: Transitions<Status, string>): Arrow<Status>[] =>
  Object.values(table).flatMap(({ from, to, when }) =>
    from.flatMap((before) => {
      const why = typeof when === "string" ? when : when[before] ?? "";
      return to.flatMap((after) => before === after ? [] : [{ from: before, to: after, when: why }]);
    })
  );
