/** A monthly plan. Prices in whole US dollars, credits as integers. */
export interface Plan {
  id: PlanId;
  title: string;
  /** US dollars per month. */
  amount: number;
  productId: string;
  /** Lookup key of the monthly price at the payment provider. */
  priceLookupKey: string;
  mostPopular: boolean;
  benefits: PlanBenefits;
}

/** Monthly credits of a plan, and the price of a call or message in credits. */
export interface PlanBenefits {
  assignedCredits: number;
  creditsPerCall: number;
  creditsPerMessage: number;
  creditsPerExtraCall: number;
  creditsPerExtraMessage: number;
}

export const PLAN_IDS = ['launch', 'scale', 'dominate'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

/** Plan catalogue: the single source of prices. */
export const PLANS: Readonly<Record<PlanId, Plan>> = {
  launch: {
    id: 'launch',
    title: 'Launch',
    amount: 200,
    productId: 'prod_hark_launch',
    priceLookupKey: 'hark_launch_monthly',
    mostPopular: false,
    benefits: {
      assignedCredits: 20_000,
      creditsPerCall: 50,
      creditsPerMessage: 5,
      creditsPerExtraCall: 65,
      creditsPerExtraMessage: 7,
    },
  },
  scale: {
    id: 'scale',
    title: 'Scale',
    amount: 600,
    productId: 'prod_hark_scale',
    priceLookupKey: 'hark_scale_monthly',
    mostPopular: true,
    benefits: {
      assignedCredits: 60_000,
      creditsPerCall: 40,
      creditsPerMessage: 4,
      creditsPerExtraCall: 50,
      creditsPerExtraMessage: 5,
    },
  },
  dominate: {
    id: 'dominate',
    title: 'Dominate',
    amount: 1_000,
    productId: 'prod_hark_dominate',
    priceLookupKey: 'hark_dominate_monthly',
    mostPopular: false,
    benefits: {
      assignedCredits: 100_000,
      creditsPerCall: 30,
      creditsPerMessage: 3,
      creditsPerExtraCall: 25,
      creditsPerExtraMessage: 3,
    },
  },
};

/** The plans in display order. */
export const PLAN_LIST: readonly Plan[] = PLAN_IDS.map((id) => PLANS[id]);

/** Returns the calls per month at the plan's regular price: assigned credits / credits per call, rounded down. */
export function monthlyAllowance(plan: Plan): number {
  return Math.floor(plan.benefits.assignedCredits / plan.benefits.creditsPerCall);
}

/** Returns the plan with this plan id or payment product id, if any. */
export function findPlan(idOrProductId: string): Plan | undefined {
  return PLAN_LIST.find((plan) => plan.id === idOrProductId || plan.productId === idOrProductId);
}

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
