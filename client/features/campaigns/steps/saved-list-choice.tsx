import { BookUser, Trash2 } from 'lucide-react';
import { formatCount } from '#shared/formats.ts';
import type { ContactListView } from '#shared/schemas/contact-lists.ts';
import { trpc } from '#client/app/trpc.ts';
import { contactsFileOf } from '#client/domain/import-file/contacts-form.ts';
import { uploadName } from '#client/features/campaigns/contact-file/upload-summary.ts';
import type { StepProps } from '#client/features/campaigns/wizard/wizard-state.ts';
import { Button, IconButton } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput } from '#client/ui/controls/inputs.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { SaveForLater } from '#client/domain/lists/save-for-later.tsx';

/** In the wizard: a saved list in place of a file, or the chosen file saved as a list. */
export default function SavedListChoice({ state, dispatch }: StepProps) {
  const { upload, form, replaces } = state;
  const { data } = trpc.contactLists.list.useQuery(undefined, { staleTime: 0 });
  const lists = data?.lists.filter(({ status, size }) => status === 'ready' && size > 0) ?? [];
  if (upload.status === 'list' || upload.status === 'kept') {
    const { name, size, kind } =
      upload.status === 'list'
        ? { ...upload.list, kind: 'saved list' }
        : {
            name: uploadName(upload),
            size: upload.campaign.contacts,
            kind: 'with the consent you gave for them',
          };
    return (
      <div
        role="status"
        className="flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-3"
      >
        <Icon icon={BookUser} size={20} className="text-delivered" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{name}</p>
          <p className="text-sm text-ink-3">
            {formatCount(size, 'contact')}, {kind}
          </p>
        </div>
        <IconButton
          label={upload.status === 'list' ? 'Do not use this list' : 'Call other people'}
          icon={Trash2}
          variant="ghost"
          onClick={() => {
            dispatch({ type: 'fileRemoved' });
          }}
        />
      </div>
    );
  }
  if (upload.status === 'ready')
    return <SaveForLater contacts={contactsFileOf(upload)} consent={form.consent} />;
  if (upload.status !== 'none') return null;
  return (
    <>
      {replaces !== null && (
        <Button
          variant="secondary"
          onClick={() => {
            dispatch({ type: 'contactsKept' });
          }}
        >
          Keep the People of “{replaces.name}”
        </Button>
      )}
      {lists.length > 0 && <ListChoice lists={lists} dispatch={dispatch} />}
    </>
  );
}

function ListChoice({ lists, dispatch }: Pick<StepProps, 'dispatch'> & { lists: ContactListView[] }) {
  return (
    <Field label="Or use a saved list">
      <SelectInput
        placeholder="Choose a list"
        options={lists.map(({ id, name, size }) => {
          return { value: id, label: `${name} (${formatCount(size, 'contact')})` };
        })}
        value=""
        onChange={({ target }) => {
          const list = lists.find(({ id }) => id === target.value);
          if (list !== undefined) dispatch({ type: 'listChosen', list });
        }}
      />
    </Field>
  );
}
