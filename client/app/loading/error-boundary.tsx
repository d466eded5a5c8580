import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { ReloadButton } from '#client/ui/controls/reload-button.tsx';
import { EmptyState } from '#client/ui/display/states.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Rendered instead of the failed children; a page with a Reload button by default. */
  fallback?: ReactNode;
}

/**
 * Contains render errors of a page or a part of it. Pass a `key` that changes with the page, so that navigation resets
 * it. React logs the error.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override render() {
    const { children, fallback: instead = <PageError /> } = this.props;
    return this.state.failed ? instead : children;
  }
}

/** The error page for screens without the layout. */
export function FullScreenError() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageError />
    </main>
  );
}

function PageError() {
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        title="This page could not be shown"
        isPage
        text="Loading it again usually helps. Nothing that you saved is lost."
        action={<ReloadButton />}
      />
    </div>
  );
}
