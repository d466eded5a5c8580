import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { MAX_NAME_LENGTH } from '#shared/limits.ts';
import { unknownPlaceholders, type OwnNames } from '#shared/messages/message-template.ts';
import type { TextSender } from '#shared/messages/sender-text.ts';
import type { MessageTemplateView } from '#shared/schemas/campaigns/message-templates.ts';
import { trpc } from '#client/app/trpc.ts';
import { IconButton } from '#client/ui/controls/button.tsx';
import { SearchField } from '#client/ui/controls/search-field.tsx';
import { LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { Menu, MenuItem } from '#client/ui/overlays/menu.tsx';
import {
  foundMessages,
  offeredMessages,
  type OfferedGroup,
  type OfferedMessage,
} from './offered-messages.ts';

/** What can be done with a template of the user. */
export type TemplateChange = 'rename' | 'rewrite' | 'delete';

interface TemplatesDialogProps {
  sender: TextSender;
  /** The names of the list's own columns. */
  own: OwnNames;
  /** Whether there is a message that a template can be given. */
  hasMessage: boolean;
  onChoose: (message: OfferedMessage) => void;
  onChange: (change: TemplateChange, template: MessageTemplateView) => void;
  onClose: () => void;
}

/** Offers messages to begin with, and the changes of the user's templates. */
export default function TemplatesDialog({ sender, onClose, ...row }: TemplatesDialogProps) {
  const [typed, setTyped] = useState('');
  const { data, isPending, isFetching, refetch } = trpc.messageTemplates.list.useQuery();
  const offered = offeredMessages(data ?? { templates: [], last_message: null }, sender);
  const groups = foundMessages(offered, typed);
  return (
    <Dialog open onOpenChange={onClose} title="Templates" size="lg">
      <div className="pb-4">
        <SearchField label="Search templates" value={typed} maxLength={MAX_NAME_LENGTH} onChange={setTyped} />
        <div className="-mx-2 mt-3 h-[min(26rem,60dvh)] overflow-y-auto">
          {isPending && (
            <SkeletonGroup className="px-2 py-3">
              <Skeleton className="h-12" />
            </SkeletonGroup>
          )}
          {!isPending && data === undefined && (
            <LoadError
              className="px-2 py-1 base:justify-start"
              text="Your templates could not be loaded."
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          )}
          {groups.map((group) => (
            <Group key={group.name} group={group} {...row} />
          ))}
          <p role="status" className="px-2 py-3 text-ink-2 empty:hidden">
            {groups.length === 0 ? 'Nothing was found.' : ''}
          </p>
        </div>
      </div>
    </Dialog>
  );
}

type RowProps = Omit<TemplatesDialogProps, 'sender' | 'onClose'>;

function Group({ group: { name, messages }, ...row }: RowProps & { group: OfferedGroup }) {
  return (
    <section aria-label={name} className="mb-2">
      <h3 className="px-2 py-1 text-sm text-ink-3">{name}</h3>
      <ul>
        {messages.map((message) => (
          <li key={message.key} className="flex items-start gap-1 rounded-control hover:bg-sunken">
            <Message message={message} {...row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Message({ message, own, hasMessage, onChoose, onChange }: RowProps & { message: OfferedMessage }) {
  const { name, text, own: template } = message;
  const lacking = unknownPlaceholders(text, own).map((one) => `{${one}}`);
  return (
    <>
      <button
        type="button"
        className="min-w-0 flex-1 cursor-pointer rounded-control px-2 py-2 text-left"
        onClick={() => {
          onChoose(message);
        }}
      >
        <span className="block font-medium wrap-break-word">{name}</span>
        <span className="line-clamp-2 text-sm wrap-break-word text-ink-2">{text}</span>
        {lacking.length > 0 && (
          <span className="block text-sm text-waiting">Your list has no column for {lacking.join(', ')}</span>
        )}
      </button>
      {template !== undefined && (
        <Menu
          trigger={(props) => (
            <IconButton
              label={`Change ${name}`}
              icon={Ellipsis}
              variant="ghost"
              className="mt-1.5 mr-1"
              {...props}
            />
          )}
        >
          <MenuItem
            onSelect={() => {
              onChange('rename', template);
            }}
          >
            Rename
          </MenuItem>
          {hasMessage && (
            <MenuItem
              onSelect={() => {
                onChange('rewrite', template);
              }}
            >
              Replace with this message
            </MenuItem>
          )}
          <MenuItem
            danger
            onSelect={() => {
              onChange('delete', template);
            }}
          >
            Delete
          </MenuItem>
        </Menu>
      )}
    </>
  );
}
