import { Button } from '#client/ui/controls/button.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import type { DraftOffer } from './use-draft.ts';

/** Says that the draft was changed in another tab or browser, and lets the person choose; or that it is in this browser alone. */
export function DraftElsewhere({ draft: { elsewhere, refused, useOther, keepThis } }: { draft: DraftOffer }) {
  if (elsewhere === undefined) {
    return (
      refused !== null && (
        <Notice tone="waiting" title="This draft is kept in this browser alone" className="mb-6">
          {refused}
        </Notice>
      )
    );
  }
  const keep = (
    <Button variant="secondary" onClick={keepThis}>
      Keep this one
    </Button>
  );
  return (
    <Notice
      tone="waiting"
      title="This draft was changed elsewhere"
      className="mb-6"
      action={
        elsewhere === null ? (
          keep
        ) : (
          <span className="flex flex-wrap gap-2.5">
            <Button onClick={useOther}>Use the newer one</Button>
            {keep}
          </span>
        )
      }
    >
      {elsewhere === null
        ? 'It was published or discarded in another tab or browser. What you change here is not saved until you decide.'
        : 'Another tab or browser has a newer one. What you change here is not saved until you decide.'}
    </Notice>
  );
}
