import { useState } from 'react';
import { trpc } from '#client/app/trpc.ts';
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

/** The saved cards of the user, one of which is chosen to pay with. */
export function ChooseCard({
  cards,
  defaultId,
  choice,
  choose,
  isPending,
}: ReturnType<typeof useChosenCard>) {
  if (cards.isPending || isPending) return <Skeleton className="h-14" />;
  if (cards.isError) return <LoadError onRetry={() => void cards.refetch()} busy={cards.isFetching} />;
  if (cards.data.payment_methods.length === 0)
    return <p className="text-ink-2">No card is saved yet. Please add one.</p>;
  return (
    <RadioCards
      aria-label="Card to pay with"
      value={choice ?? ''}
      onValueChange={choose}
      options={cards.data.payment_methods.map((card) => savedCardOption(card, defaultId))}
    />
  );
}
