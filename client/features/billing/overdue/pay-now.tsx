import { useState } from 'react';
import { formatMoney } from '#shared/formats.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { useRefreshBilling } from '#client/domain/payment/billing-cache.ts';
import { ChooseCard, useChosenCard } from '#client/domain/payment/choose-card.tsx';
import { useOverduePayment } from './use-overdue-payment.ts';

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
      const end = await complete(await pay({ invoiceId, paymentMethodId }), paymentMethodId);
      if (end.kind === 'finished') toast.success('Payment succeeded. Your plan is active again.');
      else if (end.kind === 'unfinished')
        toast.info('Your payment succeeded. Your plan is active again within minutes.');
      else toast.error(end.text);
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
  const card = useChosenCard();
  const price = amount === undefined ? '' : ` ${formatMoney(amount)}`;
  return (
    <FormDialog
      title={amount === undefined ? 'Pay the open invoice' : `Pay${price} now`}
      description="Your plan resumes as soon as the payment succeeds."
      submitLabel={`Pay${price}`}
      busyText="Paying..."
      busy={false}
      disabled={card.choice === undefined}
      onSubmit={() => {
        if (card.choice !== undefined) void onPay(card.choice);
      }}
      onClose={onClose}
    >
      <ChooseCard {...card} onLeave={onClose} />
    </FormDialog>
  );
}
