import type { Contact } from '#shared/contacts/contact-list.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { lengthText, messageLength } from '#shared/messages/message-length.ts';
import { renderMessage } from '#shared/messages/message-template.ts';
import { IconButton } from '#client/ui/controls/button.tsx';
import { Skeleton } from '#client/ui/display/states.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';

/** The contact shown in the preview; `contact` is null until it is loaded. */
export interface PreviewContact {
  index: number;
  contact: Contact | null;
  /** Shows the contact at an index, which wraps around at both ends. */
  show: (index: number) => void;
}

interface MessagePreviewProps {
  message: string;
  /** The number of contacts; null while the file is read. */
  contacts: number | null;
  shown: PreviewContact;
  /** How long the message was when it was heard; undefined before. */
  recorded?: number | undefined;
}

/** The message rendered for one contact. The arrows wrap around; the number field selects any contact. */
export function MessagePreview({ message, contacts, shown, recorded }: MessagePreviewProps) {
  const { contact, index, show } = shown;
  const [today] = useState(() => new Date());
  const rendered = contact === null ? null : renderMessage(message, contact, today);
  const name = contact === null ? '' : `${contact.first_name} ${contact.last_name}`;
  return (
    <section aria-labelledby="preview-title">
      <header className="flex items-start justify-between gap-3 border-b border-line px-5 py-4">
        <div className="min-w-0">
          <h2 id="preview-title" className="text-sm font-normal text-ink-2">
            What they hear
          </h2>
          {contact === null ? (
            <Skeleton className="mt-1 w-32" />
          ) : (
            <p className="truncate font-semibold">{name}</p>
          )}
        </div>
        <div className="flex gap-1.5">
          <IconButton
            label="Previous contact"
            icon={ChevronLeft}
            disabled={contacts === null}
            onClick={() => {
              show(index - 1);
            }}
          />
          <ContactNumber contacts={contacts} shown={shown} />
          <IconButton
            label="Next contact"
            icon={ChevronRight}
            disabled={contacts === null}
            onClick={() => {
              show(index + 1);
            }}
          />
        </div>
      </header>
      <div className="px-5 pt-4 pb-5">
        {rendered === null ? (
          <Skeleton className="h-20" />
        ) : (
          <p
            className="max-h-64 overflow-y-auto text-md leading-6.5 wrap-break-word whitespace-pre-wrap"
            tabIndex={0}
          >
            {rendered.trim() === '' ? (
              <span className="text-ink-3">
                {message.trim() === ''
                  ? 'Your message will appear here.'
                  : 'The message is empty for this person.'}
              </span>
            ) : (
              rendered
            )}
          </p>
        )}
        <p role="status" className="mt-3 text-sm text-ink-3">
          {contacts !== null && `${formatNumber(index + 1)} of ${formatNumber(contacts)}`}
          {rendered !== null &&
            rendered.trim() !== '' &&
            ` · ${lengthText(messageLength(message, recorded))}`}
        </p>
      </div>
    </section>
  );
}

function ContactNumber({
  contacts,
  shown: { index, show },
}: Pick<MessagePreviewProps, 'contacts' | 'shown'>) {
  return (
    <TextInput
      type="number"
      aria-label="Contact number"
      min={1}
      max={contacts ?? 1}
      disabled={contacts === null}
      value={index + 1}
      className="h-8 w-18 text-center pointer-coarse:h-11"
      onFocus={(event) => {
        event.target.select();
      }}
      onChange={({ target: { valueAsNumber: requested } }) => {
        if (requested >= 1 && requested <= (contacts ?? 0)) show(Math.floor(requested) - 1);
      }}
      onKeyDown={(event) => {
        // Enter would submit the step.
        if (event.key === 'Enter') event.preventDefault();
      }}
    />
  );
}
