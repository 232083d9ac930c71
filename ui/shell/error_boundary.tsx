import { Component, type ComponentChildren } from "preact";
import { Banner } from "../kit/banner.tsx";

type State = { failure: string | null };

/** Keeps a fault of one page from taking the frame along. */
export class ErrorBoundary extends Component<{ children: ComponentChildren }, State> {
  override state: State = { failure: null };

  static override getDerivedStateFromError(error: unknown): State {
    return { failure: error instanceof Error ? error.message : String(error) };
  }

  /** Shows the page, or what is known of why it cannot be shown. */
  override render() {
    const { failure } = this.state;
    if (failure === null) return <>{this.props.children}</>;
    return (
      <Banner tone="bad">
        <p>This page cannot be shown: {failure}</p>
        <button type="button" class="link-button" onClick={() => this.setState({ failure: null })}>
          Try again
        </button>
      </Banner>
    );
  }
}
