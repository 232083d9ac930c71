/** The network access of one agent: open while a call runs that a human has allowed to use it. */
export class NetworkAccess {
  readonly #open = new Set<string>();
  #isStarting = true;

  /** `cut` closes the connections when access ends. */
  constructor(readonly cut: () => void) {}

  /** Whether network access is currently refused. */
  get isShut(): boolean {
    return this.#open.size === 0;
  }

  /** Whether the agent has made no tool call yet, so that what it connects to is its own. */
  get isStarting(): boolean {
    return this.#isStarting;
  }

  /** Records that the agent has begun to work. */
  begin(): void {
    this.#isStarting = false;
  }

  /** Records the start of a call that may use the network. */
  open(callId: string): void {
    this.#open.add(callId);
  }

  /** Records the end of any call; returns whether it was allowed to use the network. */
  shut(callId: string): boolean {
    const wasOpen = this.#open.delete(callId);
    if (wasOpen && this.isShut) this.cut();
    return wasOpen;
  }

  /** Ends all access when the turn is over. */
  shutAll(): void {
    for (const callId of this.#open) this.shut(callId);
  }
}
