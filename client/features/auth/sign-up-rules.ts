import { zodResolver } from '@hookform/resolvers/zod';
import type { z } from 'zod';
import { registerInput } from '#shared/schemas/auth.ts';

const signUpForm = registerInput.pick({ display_name: true, email: true, password: true });
export type SignUpValues = z.infer<typeof signUpForm>;

/** What the server will ask of a registration, asked before it is sent. */
export const signUpRules = zodResolver(signUpForm);
