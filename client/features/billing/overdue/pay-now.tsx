import { useState } from 'react';
import { formatMoney } from '#shared/formats.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { RadioCards } from '#client/ui/controls/radio-cards.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { useRefreshBilling } from '#client/domain/payment/billing-cache.ts';
import { preselectedCard } from '#client/domain/payment/preselected-card.ts';
import { savedCardOption } from '#client/domain/payment/saved-card.tsx';
import { useOverduePayment } from '#client/domain/payment/complete-attempt.ts';

interface PayNowProps {
  invoiceId: string;
  /** US dollars, if known. */
  amount?: number;
  size?: 'sm' | 'md';
}

/** Button that pays the open invoice of a renewal with a saved card, chosen in a dialog. */
export function PayNow({ size = 'md', ...invoice }: PayNowProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const pay = usePayInvoice(invoice.invoiceId);
  return (
    <>
      <Button
        size={size}
        busy={busy}
        onClick={() => {
          setOpen(true);
        }}
      >
        Pay now
      </Button>
      {open && (
        <PayDialog
          {...invoice}
          onClose={() => {
            setOpen(false);
          }}
          onPay={async (cardId) => {
            // Closed first: the bank's window cannot open above a modal dialog.
            setOpen(false);
            setBusy(true);
            await pay(cardId);
            setBusy(false);
          }}
        />
      )}
    </>
  );
}

/** The button of a row in a list of invoices: shown if the invoice is the renewal to be paid. */
export function PayUnpaid({ invoiceId, amount }: Required<Omit<PayNowProps, 'size'>>) {
  const { data } = trpc.billing.subscription.useQuery();
  return data?.unpaid_invoice_id === invoiceId ? (
    <PayNow invoiceId={invoiceId} amount={amount} size="sm" />
  ) : null;
}

/** Returns a function that pays an invoice with a saved card and reports the result in a toast. */
function usePayInvoice(invoiceId: string): (cardId: string) => Promise<void> {
  const refresh = useRefreshBilling();
  const complete = useOverduePayment();
  const { mutateAsync: pay } = trpc.billing.payOpenInvoice.useMutation();
  return async (paymentMethodId) => {
    try {
      const failure = await complete(await pay({ invoiceId, paymentMethodId }), paymentMethodId);
      if (failure === undefined) toast.success('Payment succeeded. Your plan is active again.');
      else toast.error(failure);
    } catch (error) {
      toast.error(errorText(error, 'Payment failed. Please try again.'));
    } finally {
      refresh();
    }
  };
}

interface PayDialogProps extends Omit<PayNowProps, 'size'> {
  onClose: () => void;
  onPay: (cardId: string) => Promise<void>;
}

function PayDialog({ amount, onClose, onPay }: PayDialogProps) {
  const cards = trpc.billing.paymentMethods.useQuery();
  const current = trpc.billing.defaultPaymentMethod.useQuery();
  const [chosen, setChosen] = useState<string>();
  const defaultId = current.data?.payment_method?.id;
  const choice = chosen ?? preselectedCard(cards.data?.payment_methods ?? [], defaultId);
  const price = amount === undefined ? '' : ` ${formatMoney(amount)}`;
  return (
    <FormDialog
      title={amount === undefined ? 'Pay the open invoice' : `Pay${price} now`}
      description="Your plan resumes as soon as the payment succeeds."
      submitLabel={`Pay${price}`}
      busyText="Paying..."
      busy={false}
      disabled={choice === undefined || current.isPending}
      onSubmit={() => {
        if (choice !== undefined) void onPay(choice);
      }}
      onClose={onClose}
    >
      {cards.isPending || current.isPending ? (
        <Skeleton className="h-14" />
      ) : cards.isError ? (
        <LoadError onRetry={() => void cards.refetch()} busy={cards.isFetching} />
      ) : cards.data.payment_methods.length === 0 ? (
        <p className="text-ink-2">No card is saved yet. Please add one.</p>
      ) : (
        <RadioCards
          aria-label="Card to pay with"
          value={choice ?? ''}
          onValueChange={setChosen}
          options={cards.data.payment_methods.map((card) => savedCardOption(card, defaultId))}
        />
      )}
    </FormDialog>
  );
}
