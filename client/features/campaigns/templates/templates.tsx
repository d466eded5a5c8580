import { BookmarkPlus, LayoutTemplate, Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import type { StepProps } from '#client/features/campaigns/wizard/wizard-state.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { tooltip } from '#client/ui/overlays/tooltip.tsx';
import type { Asking } from './template-dialogs.tsx';

const TemplateDialogs = lazyWithPreload(() => import('./template-dialogs.tsx'));

interface TemplatesProps extends Pick<StepProps, 'state'> {
  /** Replaces the whole message in the editor. */
  onReplace: (text: string) => void;
}

/** The buttons that begin a message with a template, and save it as one. */
export function Templates({ state, onReplace }: TemplatesProps) {
  const { message } = state.form;
  const [asking, setAsking] = useState<Asking | null>(null);
  const [replaced, setReplaced] = useState<{ before: string; after: string } | null>(null);
  const use = (text: string) => {
    // The dialog holds the focus, which the editor needs.
    flushSync(() => {
      setAsking(null);
    });
    setReplaced({ before: message, after: text });
    onReplace(text);
  };
  const isBlank = message.trim() === '';
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <Button
        variant="secondary"
        size="sm"
        icon={LayoutTemplate}
        onClick={() => {
          setAsking({ what: 'list' });
        }}
      >
        Templates
      </Button>
      <Button
        variant="secondary"
        size="sm"
        icon={BookmarkPlus}
        disabled={isBlank}
        onClick={() => {
          setAsking({ what: 'save' });
        }}
        {...tooltip(isBlank ? 'Write a message first' : undefined)}
      >
        Save as template
      </Button>
      {replaced !== null && replaced.before.trim() !== '' && message === replaced.after && (
        <Button
          variant="ghost"
          size="sm"
          icon={Undo2}
          onClick={() => {
            setReplaced(null);
            onReplace(replaced.before);
          }}
        >
          Undo
        </Button>
      )}
      <Suspense>
        {asking !== null && <TemplateDialogs state={state} asking={asking} onAsk={setAsking} onUse={use} />}
      </Suspense>
    </div>
  );
}
