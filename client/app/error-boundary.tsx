import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';

/**
 * Keeps a page that fails from taking the application with it, and offers to load it again. Give it a `key` that
 * changes with the page, so that the next one starts afresh. React itself reports the error to the console.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override render() {
    return this.state.failed ? <PageFailed /> : this.props.children;
  }
}

function PageFailed() {
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        title="This page could not be shown"
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
