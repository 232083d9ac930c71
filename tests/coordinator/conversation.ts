import type {
  CoordinatorMessageInput,
  CoordinatorMessageResult,
} from "../../services/conversation/coordinator/schemas.ts";
import type { Harness } from "../harness.ts";

type Extra = Partial<Omit<CoordinatorMessageInput, "content">>;

/** A conversation as one who talks to the coordinator sees it. */
export class Conversation {
  private constructor(readonly h: Harness, readonly id: string) {}

  static async begin(h: Harness, title?: string): Promise<Conversation> {
    const { id } = await h.operator("POST /coordinator/conversations", { body: title ? { title } : {} });
    return new Conversation(h, id);
  }

  get params() {
    return { id: this.id };
  }

  say(content: string, extra: Extra = {}, as: "operator" | "agent" = "operator") {
    return this.h[as]("POST /coordinator/conversations/:id/messages", {
      params: this.params,
      body: { content, ...extra },
    });
  }

  details() {
    return this.h.operator("GET /coordinator/conversations/:id", { params: this.params });
  }
}

/** The kinds of what a message did. */
export const kindsOf = ({ effects }: CoordinatorMessageResult): string[] => effects.map(({ kind }) => kind);
