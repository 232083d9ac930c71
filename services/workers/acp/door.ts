/** The network of one agent: open while a call is at work that a human has allowed to use it. */
export class Door {
  readonly #open = new Set<string>();

  /** `cut` ends what is connected when the network is shut again. */
  constructor(readonly cut: () => void) {}

  /** Whether the network is refused just now. */
  get isShut(): boolean {
    return this.#open.size === 0;
  }

  /** A call that may use the network begins. */
  open(callId: string): void {
    this.#open.add(callId);
  }

  /** A call has ended, whichever it was; gives whether it might use the network. */
  shut(callId: string): boolean {
    const wasOpen = this.#open.delete(callId);
    if (wasOpen && this.isShut) this.cut();
    return wasOpen;
  }

  /** The turn is over. */
  shutAll(): void {
    for (const callId of this.#open) this.shut(callId);
  }
}
