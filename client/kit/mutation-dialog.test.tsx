// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { noResponse, refusal } from '#client/testing/fake-server.ts';
import { click, enter, noteOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { MutationDialog, useZodForm } from './mutation-dialog.tsx';

const SCHEMA = z.object({ name: z.string().min(1, 'Please enter a name'), note: z.string() });

/** A dialog whose sending fails with an error. */
function Dialog({
  error,
  mutate,
  field,
}: {
  error: unknown;
  mutate: (input: unknown) => void;
  field?: 'name';
}) {
  const form = useZodForm(SCHEMA, { name: '', note: '' });
  const { errors } = form.formState;
  return (
    <MutationDialog
      title="Add"
      submitLabel="Save"
      busyText="Saving..."
      onClose={() => undefined}
      form={form}
      mutation={{
        isPending: false,
        mutate: (input, { onError }) => {
          mutate(input);
          onError(error);
        },
      }}
      inputOf={(values) => (values.note === 'stop' ? undefined : { item: values })}
      failed="It could not be saved."
      {...(field !== undefined && { refusedField: field })}
    >
      <Field label="Name" error={errors.name?.message}>
        <TextInput {...form.register('name')} />
      </Field>
      <Field label="Note" error={errors.note?.message}>
        <TextInput {...form.register('note')} />
      </Field>
    </MutationDialog>
  );
}

async function send(error: unknown, { field, note = '' }: { field?: 'name'; note?: string } = {}) {
  const mutate = vi.fn();
  await renderScreen(<Dialog error={error} mutate={mutate} {...(field !== undefined && { field })} />);
  await enter('Name', 'Ana');
  await enter('Note', note);
  await click('Save');
  return mutate;
}

test('a form with a problem is not sent, and says so at the field', async () => {
  const mutate = vi.fn();
  await renderScreen(<Dialog error={noResponse()} mutate={mutate} />);
  await click('Save');
  expect(mutate).not.toHaveBeenCalled();
  expect(noteOf('Name')).toContain('Please enter a name');
});

test('what the server refuses stands at its fields, also below what is sent', async () => {
  const fields = { 'item.name': 'Taken already', note: 'Too long', other: 'Unknown' };
  const mutate = await send(refusal('Not saved', { details: { fields } }));
  expect(mutate).toHaveBeenCalledWith({ item: { name: 'Ana', note: '' } });
  expect(noteOf('Name')).toContain('Taken already');
  expect(noteOf('Note')).toContain('Too long');
  expect(text()).not.toContain('Not saved');
});

test.each([
  ['of no field', refusal('You have 20 already'), 'You have 20 already'],
  [
    'of a field that the form has not',
    refusal('Not today', { details: { fields: { hour: 'Closed' } } }),
    'Not today',
  ],
  ['of nothing', noResponse(), 'It could not be saved.'],
])('an error that says something %s stands above the fields', async (_name, error, said) => {
  await send(error);
  expect(text()).toContain(`${said} Name`);
});

test('an error of no field stands at the field that is chosen for it', async () => {
  await send(refusal('You have 20 already'), { field: 'name' });
  expect(noteOf('Name')).toContain('You have 20 already');
});

test('a form without input is not sent', async () => {
  expect(await send(noResponse(), { note: 'stop' })).not.toHaveBeenCalled();
});
