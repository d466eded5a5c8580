import { useState } from 'react';
import { MAX_SIGNATURE_LENGTH } from '#shared/limits.ts';
import { DEFAULT_SIGNATURE } from '#shared/messages/signature.ts';
import type { CallingProfileView } from '#shared/schemas/calling/calling-profile.ts';
import { errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { ConsentFields } from '#client/domain/consent/consent-fields.tsx';
import {
  consentErrors,
  consentToSend,
  consentValues,
  NO_CONSENT,
  type ConsentErrors,
} from '#client/domain/consent/consent-values.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextArea, TextInput } from '#client/ui/controls/inputs.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

interface CallingDialogProps {
  profile: CallingProfileView;
  onClose: () => void;
}

const LIMIT_FIELDS = [
  { name: 'calls', label: 'Calls to one number', max: 1_000 },
  { name: 'days', label: 'In how many days', max: 30 },
] as const;

/** Changes what holds for all calls of the account. */
export default function CallingDialog({ profile, onClose }: CallingDialogProps) {
  const [callback, setCallback] = useState(profile.callback_number ?? '');
  const [signature, setSignature] = useState(profile.signature ?? DEFAULT_SIGNATURE);
  const [limit, setLimit] = useState({
    calls: String(profile.call_limit.calls),
    days: String(profile.call_limit.days),
  });
  const [consent, setConsent] = useState(() => consentValues(profile.default_consent));
  const [checked, setChecked] = useState(false);
  const { calling } = trpc.useUtils();
  const save = trpc.calling.updateProfile.useMutation({
    onSuccess: async () => {
      toast.success('Calling settings saved');
      onClose();
      await calling.profile.invalidate();
    },
  });
  const isEmpty = JSON.stringify(consent) === JSON.stringify(NO_CONSENT);
  const problems: ConsentErrors = isEmpty ? {} : consentErrors(consent);
  const fields = save.isError ? (errorDetails(save.error).fields ?? {}) : {};
  const submit = () => {
    setChecked(true);
    if (Object.keys(problems).length > 0) return;
    save.mutate({
      callback_number: callback.trim() === '' ? null : callback,
      signature: ['', DEFAULT_SIGNATURE].includes(signature.trim()) ? null : signature,
      call_limit: { calls: Number(limit.calls), days: Number(limit.days) },
      default_consent: isEmpty ? null : consentToSend(consent),
    });
  };
  return (
    <FormDialog
      title="Calling settings"
      submitLabel="Save Settings"
      busyText="Saving..."
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {save.isError && Object.keys(fields).length === 0 && (
        <Notice tone="failed">{errorText(save.error)}</Notice>
      )}
      <Field
        label="Number to call back"
        hint="US or Canadian. Every message must name a number that people can call."
        error={fields['callback_number']}
      >
        <TextInput
          type="tel"
          autoComplete="tel"
          value={callback}
          onChange={(event) => {
            setCallback(event.target.value);
          }}
        />
      </Field>
      <Field
        label="Signature"
        hint="Who calls, how to call back and how to stop the messages. {business} and {number} stand for yours; empty for the usual sentences."
        error={fields['signature']}
      >
        <TextArea
          rows={3}
          maxLength={MAX_SIGNATURE_LENGTH}
          value={signature}
          onChange={(event) => {
            setSignature(event.target.value);
          }}
        />
      </Field>
      <div className="grid grid-cols-2 gap-5">
        {LIMIT_FIELDS.map(({ name, label, max }) => (
          <Field key={name} label={label} error={fields[`call_limit.${name}`]}>
            <TextInput
              type="number"
              min={1}
              max={max}
              required
              value={limit[name]}
              onChange={(event) => {
                setLimit({ ...limit, [name]: event.target.value });
              }}
            />
          </Field>
        ))}
      </div>
      <section aria-labelledby="default-consent">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3 id="default-consent" className="font-semibold">
            Consent of new lists
          </h3>
          {!isEmpty && (
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                setConsent(NO_CONSENT);
              }}
            >
              Ask with each list
            </Button>
          )}
        </div>
        <ConsentFields
          values={consent}
          errors={checked ? { ...serverErrors(fields), ...problems } : {}}
          onChange={setConsent}
        />
      </section>
    </FormDialog>
  );
}

/** Returns what the server refused of the consent. */
function serverErrors(fields: Readonly<Record<string, string>>): ConsentErrors {
  const error = (name: string) => fields[`default_consent.${name}`];
  const found = {
    basis: error('basis'),
    ownWords: error('own_words'),
    obtainedAt: error('obtained_at'),
    source: error('source'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined));
}
