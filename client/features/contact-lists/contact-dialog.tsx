import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { CONTACT_COLUMNS, type ContactField } from '#shared/contacts/columns/contact-columns.ts';
import { MAX_CELL_LENGTH } from '#shared/limits.ts';
import type { contactInput, ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import {
  correctedContactInput,
  listContactInput,
  type ContactListView,
} from '#shared/schemas/contact-lists.ts';
import { trpc } from '#client/app/trpc.ts';
import { MutationDialog, useZodForm } from '#client/kit/mutation-dialog.tsx';
import { saved } from '#client/kit/outcome.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';

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

type Entered = z.input<typeof contactInput>;

interface ContactDialogProps {
  list: ContactListView;
  /** The contact to correct; a new one is added without it. */
  contact?: ContactInput;
  onClose: () => void;
}

/** Adds a contact to a list, or corrects one. */
export default function ContactDialog({ list, contact, onClose }: ContactDialogProps) {
  const isNew = contact === undefined;
  const form = useZodForm<Entered, ContactInput>(
    isNew ? listContactInput : correctionOf(contact),
    contact ?? EMPTY,
  );
  const { client, contactLists } = trpc.useUtils();
  const save = useMutation({
    mutationFn: (entered: ContactInput) =>
      isNew
        ? client.contactLists.addContact.mutate({ id: list.id, contact: entered })
        : client.contactLists.correctContact.mutate({
            id: list.id,
            phone: contact.recommended_phone,
            contact: entered,
          }),
    ...saved({
      done: isNew ? 'The contact was added.' : 'The contact was corrected.',
      refresh: () => contactLists.invalidate(),
      onClose,
    }),
  });
  return (
    <MutationDialog
      title={isNew ? 'Add a contact' : 'Correct a contact'}
      description={
        isNew ? undefined : 'Campaigns that were made from the list before keep the contact as it was.'
      }
      className="grid gap-4 sm:grid-cols-2"
      submitLabel={isNew ? 'Add Contact' : 'Save'}
      busyText="Saving..."
      form={form}
      mutation={save}
      inputOf={(entered) => entered}
      failed="The contact could not be saved. Please try again."
      refusedField="recommended_phone"
      onClose={onClose}
    >
      {FIELDS.map(([field, label]) => (
        <Field
          key={field}
          label={label}
          error={form.errorOf(field)}
          hint={field === 'recommended_phone' ? 'US or Canada, for example (202) 555-0143' : undefined}
        >
          <TextInput
            autoComplete="off"
            type={field === 'recommended_phone' ? 'tel' : 'text'}
            maxLength={MAX_CELL_LENGTH}
            {...form.register(field)}
          />
        </Field>
      ))}
    </MutationDialog>
  );
}

/** Reads a contact as it was corrected: a new number replaces both that it had. */
function correctionOf({ recommended_phone: before }: ContactInput) {
  return z.preprocess((entered: Entered) => {
    const { recommended_phone: phone } = entered;
    return phone === before ? entered : { ...entered, phone_number: phone };
  }, correctedContactInput);
}
