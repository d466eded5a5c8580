import { Trash2 } from 'lucide-react';
import { formatCount } from '#shared/formats.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { MAX_REMOVED } from '#shared/schemas/contact-lists.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { CheckBox } from '#client/ui/controls/check-box.tsx';
import type { Column } from '#client/ui/display/data-table.tsx';

/** Contacts by the number that is dialled. */
export type Chosen = ReadonlyMap<string, ContactInput>;

interface ChosenContactsProps {
  chosen: Chosen;
  /** The contacts of the page. */
  shown: readonly ContactInput[];
  onChange: (chosen: Chosen) => void;
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
            onChange(new Map([...chosen, ...shown.map((contact) => entryOf(contact))]));
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

/** Returns the column of check boxes. */
export function chooseContactColumn(
  chosen: Chosen,
  onChange: (chosen: Chosen) => void,
): Column<ContactInput> {
  return {
    key: 'choose',
    header: 'Choose',
    cell: (contact) => (
      <CheckBox
        label={`Choose ${contact.first_name} ${contact.last_name}`.trim()}
        checked={chosen.has(contact.recommended_phone)}
        disabled={chosen.size === MAX_REMOVED && !chosen.has(contact.recommended_phone)}
        onChange={(checked) => {
          const others = [...chosen].filter(([phone]) => phone !== contact.recommended_phone);
          onChange(new Map(checked ? [...others, entryOf(contact)] : others));
        }}
      />
    ),
  };
}

function entryOf(contact: ContactInput): [string, ContactInput] {
  return [contact.recommended_phone, contact];
}
