import { Trash2 } from 'lucide-react';
import { formatCount } from '#shared/formats.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { MAX_REMOVED } from '#shared/schemas/contact-lists.ts';
import type { Chosen } from '#client/kit/choose-column.tsx';
import { Button } from '#client/ui/controls/button.tsx';

interface ChosenContactsProps {
  /** By the number that is dialled. */
  chosen: Chosen<ContactInput>;
  /** The contacts of the page. */
  shown: readonly ContactInput[];
  onChange: (chosen: Chosen<ContactInput>) => void;
  onRemove: () => void;
}

/** How many contacts are chosen, over all pages, and what can be done with them. */
export function ChosenContacts({ chosen, shown, onChange, onRemove }: ChosenContactsProps) {
  const isPageChosen = shown.every(({ recommended_phone: phone }) => chosen.has(phone));
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2">
      <span role="status" className="text-sm text-ink-2 empty:hidden">
        {chosen.size > 0 && `${formatCount(chosen.size, 'contact')} chosen`}
      </span>
      {!isPageChosen && (
        <Button
          variant={chosen.size === 0 ? 'secondary' : 'ghost'}
          size="sm"
          disabled={chosen.size + shown.length > MAX_REMOVED}
          onClick={() => {
            onChange(new Map([...chosen, ...shown.map((one) => [one.recommended_phone, one] as const)]));
          }}
        >
          Choose this page
        </Button>
      )}
      {chosen.size > 0 && (
        <>
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              onChange(new Map());
            }}
          >
            Choose none
          </Button>
          <Button variant="secondary" size="sm" icon={Trash2} onClick={onRemove}>
            Remove
            <span className="sr-only"> the chosen contacts</span>
          </Button>
        </>
      )}
    </div>
  );
}
