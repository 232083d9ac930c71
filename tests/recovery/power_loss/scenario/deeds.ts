/** What a client wants of a run: the outcome to which it brings it, and the files that the outcome decides about. */
export type Plan = {
  readonly outcome: "applied" | "rejected" | "cancelled" | "deleted";
  readonly request: string;
  readonly repository: string;
  readonly files: readonly PlannedFile[];
};

/** A file of a repository without and with the run's patch; null where there is none. */
export type PlannedFile = { readonly path: string; readonly before: string | null; readonly after: string };

/** Something that the service said it did. */
export type Deed =
  & { readonly toldAt: number }
  & (
    | { readonly kind: "run created"; readonly id: string; readonly request: string }
    | {
      readonly kind: "approval decided";
      readonly run: string;
      readonly id: string;
      readonly status: string;
    }
    | { readonly kind: "run ended"; readonly id: string; readonly status: string }
    | { readonly kind: "run deleted"; readonly id: string }
    | { readonly kind: "memory written"; readonly id: string; readonly content: string }
    | { readonly kind: "memory archived"; readonly id: string }
    | {
      readonly kind: "document written";
      readonly id: string;
      readonly version: number;
      readonly content: string;
    }
    | { readonly kind: "secret set"; readonly id: string; readonly value: string }
    | { readonly kind: "secret deleted"; readonly id: string }
    | {
      readonly kind: "file attached";
      readonly conversation: string;
      readonly path: string;
      readonly content: string;
    }
  );

/** What the service said, without the time. */
export type Told = Deed extends infer One ? One extends Deed ? Omit<One, "toldAt"> : never : never;

/** Collects what the service said, with the moment from which on it was known. */
export class Deeds {
  readonly all: Deed[] = [];

  tell(told: Told): void {
    // The clock of JavaScript leaves parts of a millisecond out.
    this.all.push({ ...told, toldAt: Date.now() + 1 } as Deed);
  }
}
