import { Field } from '#client/ui/controls/field.tsx';
import { PasswordInput, SelectInput, TextArea, TextInput } from '#client/ui/controls/inputs.tsx';
import { RadioCards } from '#client/ui/controls/radio-cards.tsx';
import { StatusPill } from '#client/ui/display/status-pill.tsx';
import { Story } from './story.tsx';

const TIMES = [
  { value: '09:00', label: '09:00' },
  { value: '09:30', label: '09:30' },
  { value: '10:00', label: '10:00', disabled: true },
];

/** Fields: default, with hint, invalid, read-only and disabled. */
export function FieldStories() {
  return (
    <Story title="Fields">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Campaign Name" hint="Only you see it.">
          <TextInput placeholder="Spring open house" />
        </Field>
        <Field label="Email" error="Invalid email ID. Format: name@example.com">
          <TextInput type="email" defaultValue="ana@" />
        </Field>
        <Field label="Password">
          <PasswordInput defaultValue="correct horse" autoComplete="off" />
        </Field>
        <Field label="Campaign time (UTC)">
          <SelectInput options={TIMES} placeholder="Choose a time" defaultValue="" />
        </Field>
        <Field label="Read-only">
          <TextInput readOnly defaultValue="ana@example.com" />
        </Field>
        <Field label="Disabled">
          <TextInput disabled defaultValue="Not now" />
        </Field>
        <Field label="Message" className="sm:col-span-2">
          <TextArea defaultValue="Hi {first_name}, it is Ana from Maple Realty." />
        </Field>
        <Field label="Payment method" className="sm:col-span-2">
          <RadioCards
            defaultValue="visa"
            className="sm:grid-cols-2"
            options={[
              {
                value: 'visa',
                title: 'Visa ending in 4242',
                description: 'Expires 04/29',
                aside: (
                  <StatusPill tone="delivered" dot={false}>
                    Default
                  </StatusPill>
                ),
              },
              { value: 'new', title: 'Use a new payment method' },
              { value: 'off', title: 'Not available', disabled: true },
            ]}
          />
        </Field>
      </div>
    </Story>
  );
}
