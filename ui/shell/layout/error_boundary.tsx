import { Component, type ComponentChildren } from "preact";
import { Banner } from "../../kit/banner.tsx";
import { messageOf } from "../../../store/shared/message_of.ts";

type State = { failure: string | null };

/** Shows an error in place of a page that failed, so that the frame keeps working. */
export class ErrorBoundary extends Component<{ children: ComponentChildren }, State> {
  override state: State = { failure: null };

  static override getDerivedStateFromError(error: unknown): State {
    return { failure: messageOf(error) };
  }

  /** Renders the page, or the error that it failed with. */
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
