import { useState } from 'react';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { RadioCards } from '#client/ui/controls/radio-cards.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { preselectedCard } from './preselected-card.ts';
import { savedCardOption } from './saved-card.tsx';

/** Which saved card pays: at first `preferred`, or else the one that pays next. `choice` is undefined while none is known that can. */
export function useChosenCard(preferred?: string) {
  const cards = trpc.billing.paymentMethods.useQuery();
  const current = trpc.billing.defaultPaymentMethod.useQuery();
  const [chosen, choose] = useState<string>();
  const defaultId = current.data?.payment_method?.id;
  const saved = cards.data?.payment_methods ?? [];
  const first = saved.some(({ id }) => id === preferred) ? preferred : defaultId;
  const choice = chosen ?? preselectedCard(saved, first);
  return {
    cards,
    defaultId,
    choice: current.isPending ? undefined : choice,
    choose,
    isPending: current.isPending,
  };
}

interface ChooseCardProps extends ReturnType<typeof useChosenCard> {
  /** Closes the dialog around it, once the user goes to where a card is added. */
  onLeave: () => void;
}

/** The saved cards of the user, one of which is chosen to pay with; says so where none can be charged. */
export function ChooseCard({ cards, defaultId, choice, choose, isPending, onLeave }: ChooseCardProps) {
  if (cards.isPending || isPending) return <Skeleton className="h-14" />;
  if (cards.isError) return <LoadError onRetry={() => void cards.refetch()} busy={cards.isFetching} />;
  const { payment_methods: saved } = cards.data;
  const none = (reason: string) => (
    <p className="text-ink-2">
      {reason} Please{' '}
      <TextLink href={paths.billing} onClick={onLeave}>
        add one
      </TextLink>
      .
    </p>
  );
  if (saved.length === 0) return none('No card is saved yet.');
  return (
    <>
      <RadioCards
        aria-label="Card to pay with"
        value={choice ?? ''}
        onValueChange={choose}
        options={saved.map((card) => savedCardOption(card, defaultId))}
      />
      {choice === undefined && none('No saved card can be charged.')}
    </>
  );
}
