import { useWatch } from 'react-hook-form';
import { COUNTRY_CODES } from '#shared/countries.ts';
import { businessDetailsInput, type BusinessDetailsView } from '#shared/schemas/calling/business-details.ts';
import { TAX_ID_KINDS, TAX_ID_TYPES } from '#shared/billing/tax-ids.ts';
import { trpc } from '#client/app/trpc.ts';
import { MutationDialog, useZodForm } from '#client/kit/mutation-dialog.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput, TextInput } from '#client/ui/controls/inputs.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { countryName } from './country-name.ts';

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
  const form = useZodForm(businessDetailsInput, saved);
  const save = trpc.billing.updateBusinessDetails.useMutation({
    async onSuccess(stored) {
      billing.businessDetails.setData(undefined, stored);
      await onSaved?.();
      toast.success('Your invoice details were saved.');
      onClose();
    },
  });
  const kind = useWatch({ control: form.control, name: 'tax_id_type' }) ?? '';
  const field = (name: keyof typeof saved, label: string, autoComplete: string, className = '') => (
    <Field label={label} error={form.errorOf(name)} className={className}>
      <TextInput autoComplete={autoComplete} {...form.register(name)} />
    </Field>
  );
  return (
    <MutationDialog
      title="Invoice details"
      description="Shown on your invoices, starting with the next one."
      submitLabel="Save Details"
      busyText="Saving..."
      className="grid gap-4 sm:grid-cols-2"
      form={form}
      mutation={save}
      inputOf={(values) => values}
      onClose={onClose}
    >
      {field('company', 'Company', 'organization', 'sm:col-span-2')}
      {field('line1', 'Address', 'address-line1', 'sm:col-span-2')}
      {field('line2', 'Suite, floor or building', 'address-line2', 'sm:col-span-2')}
      {field('city', 'City', 'address-level2')}
      {field('state', 'State or province', 'address-level1')}
      {field('postal_code', 'Postal code', 'postal-code')}
      <Field label="Country" error={form.errorOf('country')}>
        <SelectInput autoComplete="country" options={COUNTRIES} {...form.register('country')} />
      </Field>
      <Field label="Kind of tax number" error={form.errorOf('tax_id_type')}>
        <SelectInput options={KINDS} {...form.register('tax_id_type')} />
      </Field>
      <Field
        label="Tax number"
        hint={kind === '' ? undefined : `For example ${TAX_ID_KINDS[kind].example}`}
        error={form.errorOf('tax_id')}
      >
        <TextInput autoComplete="off" {...form.register('tax_id')} />
      </Field>
    </MutationDialog>
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
