import { z } from 'zod';
import { PLAN_IDS, type Plan } from '#shared/plans.ts';

/** The plan stored in this browser between choosing it and the payment result. */
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

/** Stores the plan that a user chose and has not paid yet. */
export function storeChosenPlan(uid: string, { id, title, amount }: Plan): void {
  write(uid, { planId: id, planName: title, amount, paymentSuccess: false, subscriptionId: null });
}

/** Marks the stored plan as paid. */
export function storePaidPlan(uid: string, { id, title, amount }: Plan, subscriptionId: string): void {
  write(uid, { planId: id, planName: title, amount, paymentSuccess: true, subscriptionId });
}

/** Returns the stored plan; `undefined` if there is none, it belongs to another user, or it is unreadable. */
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
