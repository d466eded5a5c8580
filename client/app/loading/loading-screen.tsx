import { Spinner } from '#client/ui/display/progress.tsx';

/** A full screen with a spinner, for example while the session loads. */
export function LoadingScreen() {
  return (
    <main className="grid min-h-dvh place-items-center text-ink-2" aria-busy>
      <p role="status" className="flex items-center gap-2.5">
        <Spinner />
        Loading...
      </p>
    </main>
  );
}
