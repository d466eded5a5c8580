import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { PaymentMethodView } from '#shared/schemas/billing.ts';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { RadioCards } from '#client/ui/controls/radio-cards.tsx';
import { AddCard } from './add-card.tsx';
import { cardName, cardExpiry, CardSign, DefaultBadge, savedCardOption } from './saved-card.tsx';
import { useChangeCard } from './use-change-card.ts';

export type CardPanel = 'none' | 'change' | 'add';

interface PaymentMethodProps {
  /** Which section is expanded below the card; controlled, because the page can open it too. */
  panel: CardPanel;
  onPanel: (panel: CardPanel) => void;
}

/** The default card and how to change it. */
export function PaymentMethod({ panel, onPanel }: PaymentMethodProps) {
  const panelId = useId();
  const close = () => {
    onPanel('none');
  };
  const changing = panel === 'change';
  return (
    <Card>
      <CardHeader>
        <CardTitle>Payment Method</CardTitle>
      </CardHeader>
      <CardBody className="grid gap-5">
        <DefaultCard />
        <div className="flex flex-wrap gap-2.5">
          <Button
            variant="secondary"
            aria-expanded={changing}
            aria-controls={changing ? panelId : undefined}
            onClick={() => {
              onPanel(changing ? 'none' : 'change');
            }}
          >
            Change Payment Method
          </Button>
          {panel !== 'add' && (
            <Button
              variant="secondary"
              icon={Plus}
              onClick={() => {
                onPanel('add');
              }}
            >
              Add New Card
            </Button>
          )}
        </div>
        {panel !== 'none' && (
          <div id={panelId} className="border-t border-line pt-5">
            {panel === 'add' ? <AddCard onClose={close} /> : <ChangeCard onClose={close} />}
          </div>
        )}
      </CardBody>
    </Card>
  );
}

function DefaultCard() {
  const { data, isPending, isError, isFetching, refetch } = trpc.billing.defaultPaymentMethod.useQuery();
  if (isPending) return <Skeleton className="h-10" />;
  const method = data?.payment_method ?? null;
  if (method === null) {
    return (
      <p className="text-ink-2">
        No card is saved yet.
        {isError && <LoadError onRetry={() => void refetch()} busy={isFetching} className="justify-start" />}
      </p>
    );
  }
  const { card } = method;
  return (
    <div className="flex items-center gap-3.5">
      <CardSign />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{cardName(card)}</p>
        <p className="text-sm text-ink-3">{cardExpiry(card)}</p>
      </div>
      <DefaultBadge />
    </div>
  );
}

function ChangeCard({ onClose }: { onClose: () => void }) {
  const cards = trpc.billing.paymentMethods.useQuery();
  const current = trpc.billing.defaultPaymentMethod.useQuery();
  if (cards.isPending || current.isPending) return <Skeleton className="h-14" />;
  if (cards.isError) return <LoadError onRetry={() => void cards.refetch()} busy={cards.isFetching} />;
  const { payment_methods } = cards.data;
  if (payment_methods.length === 0)
    return <p className="text-ink-2">No card is saved yet. Please add one.</p>;
  return (
    <CardPicker
      cards={payment_methods}
      defaultId={current.data?.payment_method?.id ?? ''}
      onClose={onClose}
    />
  );
}

interface CardPickerProps {
  cards: readonly PaymentMethodView[];
  defaultId: string;
  onClose: () => void;
}

function CardPicker({ cards, defaultId, onClose }: CardPickerProps) {
  const { change } = useChangeCard();
  const [choice, setChoice] = useState(defaultId);
  const [busy, setBusy] = useState(false);
  const use = async () => {
    setBusy(true);
    const changed = await change(choice);
    setBusy(false);
    if (changed) onClose();
  };
  return (
    <div className="grid gap-4">
      <RadioCards
        aria-label="Saved cards"
        value={choice}
        onValueChange={setChoice}
        options={cards.map((card) => savedCardOption(card, defaultId))}
      />
      <div>
        <Button disabled={choice === ''} busy={busy} onClick={() => void use()}>
          Use This Card
        </Button>
      </div>
    </div>
  );
}
