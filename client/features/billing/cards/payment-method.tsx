import { Plus } from 'lucide-react';
import { useId, type Dispatch, type SetStateAction } from 'react';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { AddCard } from './add-card.tsx';
import { SavedCards } from './saved-cards.tsx';
import { CardLine, DefaultBadge } from '#client/domain/payment/saved-card.tsx';

export type CardPanel = 'none' | 'change' | 'add';

interface PaymentMethodProps {
  /** Which section is expanded below the card; controlled, because the page can open it too. */
  panel: CardPanel;
  onPanel: Dispatch<SetStateAction<CardPanel>>;
  /** Whether a plan is paid with these cards, so that one must stay. */
  required: boolean;
}

/** The default card and how to change it. */
export function PaymentMethod({ panel, onPanel, required }: PaymentMethodProps) {
  const panelId = useId();
  // The form closes after a request; the user may have opened another section meanwhile.
  const closeForm = () => {
    onPanel((shown) => (shown === 'add' ? 'none' : shown));
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
            {panel === 'add' ? <AddCard onClose={closeForm} /> : <SavedCards required={required} />}
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
      <div className="text-ink-2">
        No card is saved yet.
        {isError && <LoadError onRetry={() => void refetch()} busy={isFetching} className="justify-start" />}
      </div>
    );
  }
  return (
    <div className="flex items-center gap-3.5">
      <CardLine card={method.card} />
      <DefaultBadge />
    </div>
  );
}
