import { monthlyAllowance, type Plan } from './plans.ts';

/** A number of calls at one price in credits. */
export interface PriceLot {
  calls: number;
  price: number;
}

/** Price of a number of calls, split into allowance and extra calls; all values are credits or calls. */
export interface Quote {
  calls: number;
  allowanceCalls: number;
  extraCalls: number;
  creditsPerCall: number;
  creditsPerExtraCall: number;
  cost: number;
}

/**
 * Quotes `calls` more calls in a billing period in which `callsTaken` (held or made) already count toward the
 * allowance: the plan's price within the allowance, the extra price beyond.
 */
export function quoteCalls(plan: Plan, callsTaken: number, calls: number): Quote {
  const { creditsPerCall, creditsPerExtraCall } = plan.benefits;
  const allowanceCalls = Math.min(calls, Math.max(0, monthlyAllowance(plan) - callsTaken));
  const extraCalls = calls - allowanceCalls;
  return {
    calls,
    allowanceCalls,
    extraCalls,
    creditsPerCall,
    creditsPerExtraCall,
    cost: allowanceCalls * creditsPerCall + extraCalls * creditsPerExtraCall,
  };
}

/** Returns the lots of a quote, allowance first, without empty ones. */
export function quoteLots(quote: Quote): PriceLot[] {
  return [
    { calls: quote.allowanceCalls, price: quote.creditsPerCall },
    { calls: quote.extraCalls, price: quote.creditsPerExtraCall },
  ].filter((lot) => lot.calls > 0);
}

/** Returns the total price of the lots, in credits. */
export function lotsCost(lots: readonly PriceLot[]): number {
  return lots.reduce((sum, lot) => sum + lot.calls * lot.price, 0);
}
