import { useState } from 'react';
import { CONTACT_COLUMNS, type ContactField } from '#shared/contacts/columns/contact-columns.ts';
import { MAX_CELL_LENGTH } from '#shared/limits.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import {
  correctedContactInput,
  listContactInput,
  type ContactListView,
} from '#shared/schemas/contact-lists.ts';
import { errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

/** The fields that can be entered, in order; PhoneNumber and id follow the number that is dialled. */
const FIELDS: readonly (readonly [ContactField, label: string])[] = [
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['recommended_phone', 'Phone number'],
  ['email', 'Email'],
  ['company_name', 'Company'],
  ['address1', 'Address'],
  ['address2', 'Address, second line'],
  ['city', 'City'],
  ['state', 'State'],
  ['zipcode', 'Zip code'],
  ['country', 'Country'],
];
const EMPTY = Object.fromEntries(CONTACT_COLUMNS.map(({ field }) => [field, ''])) as unknown as ContactInput;

interface ContactDialogProps {
  list: ContactListView;
  /** The contact to correct; a new one is added without it. */
  contact?: ContactInput;
  onClose: () => void;
}

/** Adds a contact to a list, or corrects one. */
export default function ContactDialog({ list, contact, onClose }: ContactDialogProps) {
  const [values, setValues] = useState<ContactInput>(contact ?? EMPTY);
  const [errors, setErrors] = useState<FieldErrors>({});
  const { save, busy } = useSaveContact(list, contact, { onClose, onErrors: setErrors });
  const isNew = contact === undefined;

  const submit = () => {
    const changed = values.recommended_phone !== contact?.recommended_phone;
    // A new number replaces both that the contact had.
    const sent = changed ? { ...values, phone_number: isNew ? '' : values.recommended_phone } : values;
    const checked = (isNew ? listContactInput : correctedContactInput).safeParse(sent);
    if (checked.success) save(checked.data);
    else setErrors(fieldErrors(checked.error.issues.map(({ path, message }) => [String(path[0]), message])));
  };
  return (
    <FormDialog
      title={isNew ? 'Add a contact' : 'Correct a contact'}
      description={
        isNew ? undefined : 'Campaigns that were made from the list before keep the contact as it was.'
      }
      className="grid gap-4 sm:grid-cols-2"
      submitLabel={isNew ? 'Add Contact' : 'Save'}
      busyText="Saving..."
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
    >
      {FIELDS.map(([field, label]) => (
        <Field
          key={field}
          label={label}
          error={errors[field]}
          hint={field === 'recommended_phone' ? 'US or Canada, for example (202) 555-0143' : undefined}
        >
          <TextInput
            autoComplete="off"
            type={field === 'recommended_phone' ? 'tel' : 'text'}
            maxLength={MAX_CELL_LENGTH}
            value={values[field]}
            onChange={({ target }) => {
              setValues({ ...values, [field]: target.value });
            }}
          />
        </Field>
      ))}
    </FormDialog>
  );
}

/** Errors by field; the first of each. */
type FieldErrors = Partial<Record<string, string>>;

function fieldErrors(named: readonly (readonly [field: string, message: string])[]): FieldErrors {
  return Object.fromEntries(named.toReversed());
}

interface SaveCallbacks {
  onClose: () => void;
  onErrors: (errors: FieldErrors) => void;
}

function useSaveContact(
  { id }: ContactListView,
  contact: ContactInput | undefined,
  { onClose, onErrors }: SaveCallbacks,
) {
  const utils = trpc.useUtils();
  const callbacks = {
    async onSuccess() {
      toast.success(contact === undefined ? 'The contact was added.' : 'The contact was corrected.');
      await utils.contactLists.invalidate();
      onClose();
    },
    onError(error: unknown) {
      const fields = Object.entries(errorDetails(error).fields ?? {});
      const named = fields.map(([field, message]) => [field.replace(/^contact\./, ''), message] as const);
      const text = errorText(error, 'The contact could not be saved. Please try again.');
      onErrors(named.length > 0 ? fieldErrors(named) : { recommended_phone: text });
    },
  };
  const add = trpc.contactLists.addContact.useMutation(callbacks);
  const correct = trpc.contactLists.correctContact.useMutation(callbacks);
  return {
    save(entered: ContactInput) {
      if (contact === undefined) add.mutate({ id, contact: entered });
      else correct.mutate({ id, phone: contact.recommended_phone, contact: entered });
    },
    busy: add.isPending || correct.isPending,
  };
}
