import { z } from 'zod';
import { PLAN_IDS, type Plan } from '#shared/plans.ts';

/** The subscription as this browser remembers it on the way from the choice of a plan to its result. */
const storedPlan = z.object({
  planId: z.enum(PLAN_IDS),
  planName: z.string(),
  amount: z.number(),
  paymentSuccess: z.boolean(),
  /** ISO time. */
  last_updated: z.string(),
  subscriptionId: z.string().nullable(),
});
export type StoredPlan = z.infer<typeof storedPlan>;

const PLAN = 'subscriptionPlan';
const OWNER = 'lastUserId';

/** Remembers the plan that a user chose and has yet to pay. */
export function storeChosenPlan(uid: string, { id, title, amount }: Plan): void {
  write(uid, { planId: id, planName: title, amount, paymentSuccess: false, subscriptionId: null });
}

/** Notes that the chosen plan was paid. */
export function storePaidPlan(uid: string, { id, title, amount }: Plan, subscriptionId: string): void {
  write(uid, { planId: id, planName: title, amount, paymentSuccess: true, subscriptionId });
}

/** What is remembered for that user; `undefined` for nothing, for another user's choice and for anything unreadable. */
export function readStoredPlan(uid: string): StoredPlan | undefined {
  if (localStorage.getItem(OWNER) !== uid) return undefined;
  try {
    return storedPlan.safeParse(JSON.parse(localStorage.getItem(PLAN) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

export function clearStoredPlan(): void {
  localStorage.removeItem(PLAN);
  localStorage.removeItem(OWNER);
}

function write(uid: string, plan: Omit<StoredPlan, 'last_updated'>): void {
  localStorage.setItem(PLAN, JSON.stringify({ ...plan, last_updated: new Date().toISOString() }));
  localStorage.setItem(OWNER, uid);
}
