import { monthlyAllowance, type Plan } from './plans.ts';

/** A number of calls at one price in credits. */
export interface PriceLot {
  calls: number;
  price: number;
}

/** What a number of calls costs, split into allowance and extra calls; all figures are credits or calls. */
export interface Quote {
  calls: number;
  allowanceCalls: number;
  extraCalls: number;
  creditsPerCall: number;
  creditsPerExtraCall: number;
  cost: number;
}

/**
 * Quotes `calls` more calls in a billing period in which `callsTaken` (held or made) already count toward
 * the allowance: the plan's price for what the allowance still covers, the extra price beyond.
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

/** The lots of a quote, allowance first, without empty ones. */
export function quoteLots(quote: Quote): PriceLot[] {
  return [
    { calls: quote.allowanceCalls, price: quote.creditsPerCall },
    { calls: quote.extraCalls, price: quote.creditsPerExtraCall },
  ].filter((lot) => lot.calls > 0);
}

/** The credits that a list of lots is worth. */
export function lotsCost(lots: readonly PriceLot[]): number {
  return lots.reduce((sum, lot) => sum + lot.calls * lot.price, 0);
}
