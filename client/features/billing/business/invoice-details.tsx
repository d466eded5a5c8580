import type { BusinessDetailsView } from '#shared/schemas/calling/business-details.ts';
import { TAX_ID_KINDS } from '#shared/billing/tax-ids.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { countryName } from './country-name.ts';

const InvoiceDetailsDialog = lazyWithPreload(() => import('./invoice-details-dialog.tsx'));

interface InvoiceDetailsProps {
  /** Called after the details were changed; the dialog stays busy until its promise settles. */
  onSaved?: () => Promise<unknown>;
}

/** Company, address and tax number on the invoices of the user, and how to change them. */
export function InvoiceDetails({ onSaved }: InvoiceDetailsProps) {
  const { data, isPending, isFetching, refetch } = trpc.billing.businessDetails.useQuery();
  const { dialog, ask } = useDialog({ edit: InvoiceDetailsDialog });
  const lines = data === undefined ? [] : summaryOf(data);
  return (
    <Card aria-label="Invoice details">
      <CardHeader className="min-h-13">
        <CardTitle>Invoice Details</CardTitle>
        {data !== undefined && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              ask('edit', { details: data, onSaved });
            }}
          >
            {lines.length === 0 ? 'Add Details' : 'Edit Details'}
          </Button>
        )}
      </CardHeader>
      <CardBody className="grid min-h-12.5 gap-3 pt-2">
        {isPending && <Skeleton className="h-5.5 w-80 max-w-full" />}
        {data === undefined && !isPending && (
          <LoadError className="justify-start" onRetry={() => void refetch()} busy={isFetching} />
        )}
        {data !== undefined && (
          <p className="wrap-anywhere text-ink-2">
            {lines.length === 0
              ? 'Add your company, address and tax number to have them on your invoices.'
              : lines.join(' · ')}
          </p>
        )}
        {data?.tax_id_refused === true && (
          <Notice tone="failed">
            Your tax number was not accepted, so it is not on your invoices. Please check it.
          </Notice>
        )}
      </CardBody>
      {dialog}
    </Card>
  );
}

/** Returns what is given: the company, the address in one line, and the tax number with its kind. */
function summaryOf(details: BusinessDetailsView): string[] {
  const { company, line1, line2, city, state, postal_code, country, tax_id_type, tax_id } = details;
  const region = [state, postal_code].filter((part) => part !== '').join(' ');
  const address = [line1, line2, city, region, country === '' ? '' : countryName(country)];
  const taxId = tax_id_type === '' ? '' : `${TAX_ID_KINDS[tax_id_type].label} ${tax_id}`;
  return [company, address.filter((part) => part !== '').join(', '), taxId].filter((part) => part !== '');
}
