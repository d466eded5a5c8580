import { zodResolver } from '@hookform/resolvers/zod';
import type { z } from 'zod';
import { registerInput } from '#shared/schemas/account/auth.ts';

const signUpForm = registerInput.pick({ display_name: true, email: true, password: true });
export type SignUpValues = z.infer<typeof signUpForm>;

/** Client-side copy of the server's registration rules. */
export const signUpRules = zodResolver(signUpForm);
