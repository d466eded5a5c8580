import { BASIS_NAMES, CONSENT_BASES, type ConsentBasis } from '#shared/calling/consent-basis.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { RadioCards } from '#client/ui/controls/radio-cards.tsx';
import type { ConsentErrors, ConsentValues } from './consent-values.ts';

const MAX_TEXT = 300;

const HINTS: Readonly<Record<ConsentBasis, string>> = {
  written_consent: 'Each person agreed in writing to recorded calls from you',
  existing_customer: 'They gave you their number and agreed to be called',
  emergency: 'Calls about the health or safety of the people on the list',
  other: 'Say which in your own words',
};
const OPTIONS = CONSENT_BASES.map((value) => ({
  value,
  title: BASIS_NAMES[value],
  description: HINTS[value],
}));

interface ConsentFieldsProps {
  values: ConsentValues;
  errors: ConsentErrors;
  onChange: (values: ConsentValues) => void;
}

/** Why, since when and by which evidence people may be called. */
export function ConsentFields({ values, errors, onChange }: ConsentFieldsProps) {
  return (
    <div className="flex flex-col gap-5">
      <Field label="They may be called because of" error={errors.basis}>
        <RadioCards
          className="sm:grid-cols-2"
          options={OPTIONS}
          value={values.basis ?? ''}
          onValueChange={(value) => {
            onChange({ ...values, basis: value as ConsentBasis });
          }}
        />
      </Field>
      {values.basis === 'other' && (
        <Field label="Purpose" error={errors.ownWords}>
          <TextInput
            maxLength={MAX_TEXT}
            value={values.ownWords}
            onChange={(event) => {
              onChange({ ...values, ownWords: event.target.value });
            }}
          />
        </Field>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Obtained on" error={errors.obtainedAt}>
          <TextInput
            type="date"
            value={values.obtainedAt}
            onChange={(event) => {
              onChange({ ...values, obtainedAt: event.target.value });
            }}
          />
        </Field>
        <Field
          label="Where it was obtained"
          error={errors.source}
          hint="For example: order form on our website"
        >
          <TextInput
            maxLength={MAX_TEXT}
            value={values.source}
            onChange={(event) => {
              onChange({ ...values, source: event.target.value });
            }}
          />
        </Field>
      </div>
    </div>
  );
}
