import { answered, type Command, type Domain, one, type Read, same } from "../command.ts";

const PAGES = ["runs", "planner"] as const;
const NAMES = ["Failed", "Mine", "Open", "This week"] as const;

/** Saved views of the dashboard's pages. */
export class Views implements Domain {
  readonly #all = new Map<string, { page: string; name: string; query: string }>();

  readonly commands: readonly Command[] = [
    {
      name: "save a view",
      weight: 2,
      plan: (random) => {
        const view = {
          page: random.pick(PAGES),
          name: random.pick(NAMES),
          query: `query=q${random.between(1, 9)}`,
        };
        return {
          state: this.#all.has(`${view.page} ${view.name}`) ? "there" : "absent",
          asked: { method: "POST", path: "/saved-views", body: view },
          judge: (answer) => {
            answered(answer, 200);
            this.#all.set(`${view.page} ${view.name}`, view);
          },
        };
      },
    },
    {
      name: "remove a view",
      weight: 1,
      plan: (random) => {
        const view = one(random, [...this.#all.values()]);
        return view && {
          state: "there",
          asked: { method: "POST", path: "/saved-views/remove", body: { page: view.page, name: view.name } },
          judge: (answer, repeated) => {
            if (!repeated || answer.status !== 404) answered(answer, 200);
            this.#all.delete(`${view.page} ${view.name}`);
          },
        };
      },
    },
  ];

  look = (read: Read) => this.lookAtAll(read);

  async lookAtAll(read: Read): Promise<void> {
    for (const page of PAGES) {
      const shown: { name: string; query: string }[] = await read(`/saved-views?page=${page}`);
      const expected = [...this.#all.values()].filter((view) => view.page === page);
      const pairs = (views: readonly { name: string; query: string }[]) =>
        views.map(({ name, query }) => `${name}: ${query}`).toSorted();
      same(pairs(shown), pairs(expected), `the saved views of ${page}`);
    }
  }
}
