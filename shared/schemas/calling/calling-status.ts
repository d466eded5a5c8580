import { z } from 'zod';

/** Whether calls are placed. `stopped`: an operator stopped all calls; `suspended`: support suspended the account. */
export const callingStatusOutput = z.object({ stopped: z.boolean(), suspended: z.boolean() });
