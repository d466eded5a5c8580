import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { COUNTRY_CODES } from '#shared/countries.ts';
import {
  businessDetailsInput,
  type BusinessDetails,
  type BusinessDetailsView,
} from '#shared/schemas/calling/business-details.ts';
import { TAX_ID_KINDS, TAX_ID_TYPES } from '#shared/billing/tax-ids.ts';
import { errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput, TextInput } from '#client/ui/controls/inputs.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { countryName } from './country-name.ts';

type DetailsForm = z.input<typeof businessDetailsInput>;

interface InvoiceDetailsDialogProps {
  details: BusinessDetailsView;
  /** The dialog stays busy until its promise settles. */
  onSaved: (() => Promise<unknown>) | undefined;
  onClose: () => void;
}

/** Changes what is on the invoices of the user. */
export default function InvoiceDetailsDialog({ details, onSaved, onClose }: InvoiceDetailsDialogProps) {
  const { billing } = trpc.useUtils();
  const { tax_id_refused: _refused, ...saved } = details;
  const { register, handleSubmit, setError, formState, control } = useForm<
    DetailsForm,
    unknown,
    BusinessDetails
  >({
    resolver: zodResolver(businessDetailsInput),
    defaultValues: saved,
  });
  const save = trpc.billing.updateBusinessDetails.useMutation({
    async onSuccess(stored) {
      billing.businessDetails.setData(undefined, stored);
      await onSaved?.();
      toast.success('Your invoice details were saved.');
      onClose();
    },
    onError(error) {
      const fields = Object.entries(errorDetails(error).fields ?? {}) as [keyof DetailsForm, string][];
      for (const [field, message] of fields) setError(field, { message });
      if (fields.length === 0) setError('root', { message: errorText(error) });
    },
  });
  const kind = useWatch({ control, name: 'tax_id_type' }) ?? '';
  const { errors } = formState;
  const field = (name: keyof DetailsForm, label: string, autoComplete: string, className = '') => (
    <Field label={label} error={errors[name]?.message} className={className}>
      <TextInput autoComplete={autoComplete} {...register(name)} />
    </Field>
  );
  return (
    <FormDialog
      title="Invoice details"
      description="Shown on your invoices, starting with the next one."
      submitLabel="Save Details"
      busyText="Saving..."
      className="grid gap-4 sm:grid-cols-2"
      busy={save.isPending}
      onClose={onClose}
      onSubmit={() =>
        handleSubmit((values) => {
          save.mutate(values);
        })()
      }
    >
      {field('company', 'Company', 'organization', 'sm:col-span-2')}
      {field('line1', 'Address', 'address-line1', 'sm:col-span-2')}
      {field('line2', 'Suite, floor or building', 'address-line2', 'sm:col-span-2')}
      {field('city', 'City', 'address-level2')}
      {field('state', 'State or province', 'address-level1')}
      {field('postal_code', 'Postal code', 'postal-code')}
      <Field label="Country" error={errors.country?.message}>
        <SelectInput autoComplete="country" options={COUNTRIES} {...register('country')} />
      </Field>
      <Field label="Kind of tax number" error={errors.tax_id_type?.message}>
        <SelectInput options={KINDS} {...register('tax_id_type')} />
      </Field>
      <Field
        label="Tax number"
        hint={kind === '' ? undefined : `For example ${TAX_ID_KINDS[kind].example}`}
        error={errors.tax_id?.message ?? errors.root?.message}
      >
        <TextInput autoComplete="off" {...register('tax_id')} />
      </Field>
    </FormDialog>
  );
}

const COUNTRIES = [
  { value: '', label: 'None' },
  ...COUNTRY_CODES.map((value) => ({ value, label: countryName(value) })).toSorted((a, b) =>
    a.label.localeCompare(b.label, 'en'),
  ),
];

const KINDS = [
  { value: '', label: 'None' },
  ...TAX_ID_TYPES.map((value) => ({ value, label: TAX_ID_KINDS[value].label })),
];
