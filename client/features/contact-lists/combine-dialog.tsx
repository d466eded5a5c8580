import { useState } from 'react';
import { formatCount } from '#shared/formats.ts';
import {
  LIST_OPERATIONS,
  listNameSchema,
  type ContactListView,
  type ListOperation,
} from '#shared/schemas/contact-lists.ts';
import { trpc } from '#client/app/trpc.ts';
import { ConsentFields } from '#client/domain/consent/consent-fields.tsx';
import {
  consentErrors,
  consentToSend,
  consentValues,
  type ConsentValues,
} from '#client/domain/consent/consent-values.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput } from '#client/ui/controls/inputs.tsx';
import { RadioCards } from '#client/ui/controls/radio-cards.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { OPERATION_NAMES } from './list-text.ts';
import { ListNameField } from '#client/domain/lists/list-name-field.tsx';
import { useNewList } from '#client/domain/lists/use-new-list.ts';

/** Makes a list from two others. One that is being put together can be chosen as soon as it is ready. */
export default function CombineDialog({ onClose }: { onClose: () => void }) {
  const { data } = trpc.contactLists.list.useQuery();
  const ready = data?.lists.filter(({ status }) => status === 'ready') ?? [];
  const [name, setName] = useState('');
  const [operation, setOperation] = useState<ListOperation>('union');
  const [left = ready[0]?.id ?? '', setLeft] = useState<string>();
  const [right = ready[1]?.id ?? '', setRight] = useState<string>();
  const [consent, setConsent] = useState<ConsentValues | null>(null);
  const [problem, setProblem] = useState('');
  const [isTried, setTried] = useState(false);
  const combine = trpc.contactLists.combine.useMutation(
    useNewList({
      textOf: savedText,
      failure: 'The lists could not be combined. Please try again.',
      onClose,
      onProblem(text, needsConsent) {
        setProblem(text);
        if (needsConsent)
          setConsent(
            (entered) => entered ?? consentValues(ready.find(({ id }) => id === left)?.consent ?? null),
          );
      },
    }),
  );
  // What was refused and entered is about the two lists that were chosen.
  const forget = () => {
    setProblem('');
    setConsent(null);
  };
  const nameCheck = listNameSchema.safeParse(name);
  const errors = consent === null ? {} : consentErrors(consent);
  const options = ready.map(({ id, name: label, size }) => {
    return { value: id, label: `${label} (${formatCount(size, 'contact')})` };
  });

  const submit = () => {
    setTried(true);
    setProblem('');
    if (!nameCheck.success || Object.keys(errors).length > 0) return;
    const given = consent !== null && operation === 'union' ? { consent: consentToSend(consent) } : {};
    combine.mutate({ name: nameCheck.data, operation, left, right, ...given });
  };
  return (
    <FormDialog
      size={consent === null ? 'md' : 'lg'}
      title="Combine two lists"
      description="The result is a new list; people are compared by the number that is dialled. Where both lists have a number, the row of the first is kept."
      className="flex flex-col gap-5"
      submitLabel="Create List"
      busyText="Creating..."
      busy={combine.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Who is on the new list">
        <RadioCards
          options={LIST_OPERATIONS.map((value) => ({ value, title: OPERATION_NAMES[value] }))}
          value={operation}
          onValueChange={(value) => {
            setOperation(value as ListOperation);
          }}
        />
      </Field>
      <Field label="First list">
        <SelectInput
          options={options}
          value={left}
          onChange={({ target }) => {
            setLeft(target.value);
            forget();
          }}
        />
      </Field>
      <Field label="Second list" error={left === right ? 'Please choose two different lists.' : problem}>
        <SelectInput
          options={options}
          value={right}
          onChange={({ target }) => {
            setRight(target.value);
            forget();
          }}
        />
      </Field>
      <ListNameField
        label="Name of the new list"
        value={name}
        error={isTried ? nameCheck.error?.issues[0]?.message : undefined}
        onChange={({ target }) => {
          setName(target.value);
        }}
      />
      {consent !== null && operation === 'union' && (
        <ConsentFields values={consent} errors={errors} onChange={setConsent} />
      )}
    </FormDialog>
  );
}

function savedText({ list: { name, status, size } }: { list: ContactListView }): string {
  return status === 'building'
    ? `“${name}” is being put together.`
    : `“${name}” is saved with ${formatCount(size, 'contact')}.`;
}
