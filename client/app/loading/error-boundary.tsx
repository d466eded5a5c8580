import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '#client/ui/controls/button.tsx';
import { EmptyState } from '#client/ui/display/empty-state.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** What stands there instead of what failed; without it a page that offers to be loaded again. */
  fallback?: ReactNode;
}

/**
 * Keeps a page or a part of it that fails from taking the rest with it. Give it a `key` that changes with the page, so
 * that the next one starts afresh. React itself reports the error to the console.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override render() {
    const { children, fallback: instead = <PageError /> } = this.props;
    return this.state.failed ? instead : children;
  }
}

/** The same for what brings its own surroundings. */
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
        action={
          <Button
            onClick={() => {
              window.location.reload();
            }}
          >
            Reload
          </Button>
        }
      />
    </div>
  );
}
