import { PhoneCall } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { Button } from '#client/ui/controls/button.tsx';
import type { TestDropProps } from './test-drop-props.ts';

const TestDropDialog = lazyWithPreload(() => import('./test-drop-dialog.tsx'));

/** Leaves the message on the user's own phone before the campaign is published. */
export function TestDrop(props: Omit<TestDropProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-label="Test" className="border-t border-line px-5 py-4">
      <Button
        variant="secondary"
        icon={PhoneCall}
        className="w-full"
        onClick={() => {
          setIsOpen(true);
        }}
      >
        Send a test to my phone
      </Button>
      <Suspense>
        {isOpen && (
          <TestDropDialog
            {...props}
            onClose={() => {
              setIsOpen(false);
            }}
          />
        )}
      </Suspense>
    </section>
  );
}
