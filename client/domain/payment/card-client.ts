import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { trpc } from '#client/app/trpc.ts';

/** Publishable keys of the Stripe emulator, which has its own client library. */
const LOCAL_KEY = /^pk_local_/;

/** Stripe.js could not be loaded, or the publishable key is missing. */
export class CardClientError extends Error {
  constructor(cause?: unknown) {
    super('Stripe failed to load.', { cause });
  }
}

/** Loads Stripe.js with the server's publishable key on first use. */
export function useCardClient() {
  return useQuery(useCardClientQuery());
}

/** Returns a function that loads Stripe.js when it is needed; it resolves to `undefined` if that fails. */
export function useLoadCardClient(): () => Promise<Stripe | undefined> {
  const cache = useQueryClient();
  const query = useCardClientQuery();
  return () => cache.query(query).catch(() => undefined);
}

function useCardClientQuery() {
  const { client } = trpc.useUtils();
  return {
    queryKey: ['card-client'],
    queryFn: async () => load((await client.billing.token.query()).publishableKey),
    staleTime: Infinity,
    structuralSharing: false,
  };
}

async function load(publishableKey: string): Promise<Stripe> {
  try {
    if (LOCAL_KEY.test(publishableKey)) {
      const { installLocalStripe } = await import('#client/emulators/stripe/local-stripe.ts');
      installLocalStripe();
    }
    const stripe = await loadStripe(publishableKey);
    if (stripe !== null) return stripe;
  } catch (error) {
    throw new CardClientError(error);
  }
  throw new CardClientError();
}
