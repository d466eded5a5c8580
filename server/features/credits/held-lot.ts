import { z } from 'zod';

/** Held calls of one price. An allowance lot counts toward the allowance of its period. */
export const heldLot = z.strictObject({
  calls: z.int().positive(),
  price: z.int().nonnegative(),
  period: z.string().min(1),
  allowance: z.boolean(),
});
export type HeldLot = z.infer<typeof heldLot>;
