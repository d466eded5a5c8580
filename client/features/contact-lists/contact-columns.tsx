import { History, Pencil, Trash2 } from 'lucide-react';
import { formatPhone } from '#shared/formats.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { Button, IconButton } from '#client/ui/controls/button.tsx';
import { CellText, type Column } from '#client/ui/display/data-table.tsx';

/** Opens what is asked about a contact. */
type AskAbout = (what: 'correct' | 'remove' | 'history', contact: ContactInput) => void;

/** Columns of the contacts of a list. */
export function contactColumns(onAsk: AskAbout): Column<ContactInput>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      role: 'title',
      cell: (contact) => <CellText className="font-medium">{nameOf(contact)}</CellText>,
    },
    {
      key: 'phone',
      header: 'Phone Number',
      cell: ({ recommended_phone: phone }) => <span className="whitespace-nowrap">{formatPhone(phone)}</span>,
    },
    {
      key: 'place',
      header: 'Place',
      cell: ({ city, state }) => <CellText>{[city, state].filter(Boolean).join(', ') || '-'}</CellText>,
    },
    {
      key: 'actions',
      header: 'Actions',
      role: 'actions',
      cell: (contact) => (
        <div className="flex gap-1.5 as-table:justify-end">
          <Button
            variant="secondary"
            size="sm"
            icon={Pencil}
            aria-label={`Correct ${nameOf(contact)}`}
            onClick={() => {
              onAsk('correct', contact);
            }}
          >
            Correct
          </Button>
          <IconButton
            label={`Calls to ${nameOf(contact)}`}
            icon={History}
            variant="ghost"
            onClick={() => {
              onAsk('history', contact);
            }}
          />
          <IconButton
            label={`Remove ${nameOf(contact)}`}
            icon={Trash2}
            variant="ghost"
            onClick={() => {
              onAsk('remove', contact);
            }}
          />
        </div>
      ),
    },
  ];
}

/** Returns the full name of a contact. */
export function nameOf({ first_name, last_name }: ContactInput): string {
  return `${first_name} ${last_name}`.trim();
}
