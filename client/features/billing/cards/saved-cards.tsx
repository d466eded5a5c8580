import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PaymentMethodView } from '#shared/schemas/billing/billing.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { Button, IconButton } from '#client/ui/controls/button.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { CardLine, cardName, DefaultBadge } from '#client/domain/payment/saved-card.tsx';
import { useChangeCard } from './use-change-card.ts';

interface SavedCardsProps {
  /** Whether a plan is paid with these cards, so that one must stay. */
  required: boolean;
}

/** The saved cards: makes one the default by one click, or removes it. */
export function SavedCards({ required }: SavedCardsProps) {
  const cards = trpc.billing.paymentMethods.useQuery();
  const current = trpc.billing.defaultPaymentMethod.useQuery();
  const [removing, setRemoving] = useState<PaymentMethodView>();
  if (cards.isPending || current.isPending) return <Skeleton className="h-14" />;
  if (cards.isError) return <LoadError onRetry={() => void cards.refetch()} busy={cards.isFetching} />;
  const { payment_methods } = cards.data;
  if (payment_methods.length === 0)
    return <p className="text-ink-2">No card is saved yet. Please add one.</p>;
  return (
    <>
      <ul aria-label="Saved cards" className="-my-3 divide-y divide-line">
        {payment_methods.map((method) => (
          <SavedCardRow
            key={method.id}
            method={method}
            isDefault={method.id === current.data?.payment_method?.id}
            keep={required && payment_methods.length === 1}
            onRemove={() => {
              setRemoving(method);
            }}
          />
        ))}
      </ul>
      {removing !== undefined && (
        <RemoveCard
          method={removing}
          onClose={() => {
            setRemoving(undefined);
          }}
        />
      )}
    </>
  );
}

interface SavedCardRowProps {
  method: PaymentMethodView;
  isDefault: boolean;
  /** The card cannot be removed. */
  keep: boolean;
  onRemove: () => void;
}

function SavedCardRow({ method: { id, card }, isDefault, keep, onRemove }: SavedCardRowProps) {
  const { change, busy } = useChangeCard();
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3.5 gap-y-2 py-3">
      <CardLine card={card} />
      <span className="flex items-center gap-2">
        {isDefault ? (
          <DefaultBadge />
        ) : (
          <Button size="sm" variant="secondary" busy={busy} onClick={() => void change(id)}>
            Make Default<span className="sr-only"> {cardName(card)}</span>
          </Button>
        )}
        <IconButton
          icon={Trash2}
          variant="ghost"
          label={`Remove ${cardName(card)}`}
          hint={keep ? 'Your plan needs a card. Add another one first.' : undefined}
          disabled={keep}
          onClick={onRemove}
        />
      </span>
    </li>
  );
}

const BUYS = 'Automatic purchase uses it, and buys nothing until you choose another card. ';

function RemoveCard({ method: { id, card }, onClose }: { method: PaymentMethodView; onClose: () => void }) {
  const { billing } = trpc.useUtils();
  const { data: automatic } = trpc.billing.autoPurchase.useQuery();
  const buys = automatic?.on === true && automatic.settings?.paymentMethodId === id;
  const remove = trpc.billing.removePaymentMethod.useMutation({
    async onSuccess() {
      await Promise.all([
        billing.paymentMethods.invalidate(),
        billing.defaultPaymentMethod.invalidate(),
        billing.autoPurchase.invalidate(),
      ]);
      toast.success(`${cardName(card)} was removed.`);
    },
    onError(error) {
      toast.error(errorText(error));
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove ${cardName(card)}?`}
      description={`It will not be charged again. ${buys ? BUYS : ''}To use it later, add it as a new card.`}
      confirmLabel="Remove card"
      cancelLabel="Keep card"
      danger
      busy={remove.isPending}
      onConfirm={() => {
        remove.mutate({ paymentMethodId: id });
      }}
    />
  );
}
