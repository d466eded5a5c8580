import type { TestHark } from './hark.ts';
import { newSubscriber, type Subscriber } from './subscriber.ts';

/** A subscriber of the company Diaz Dental, with an API key that may do everything that a key can. */
export interface Integrator extends Subscriber {
  key: string;
}

/** Registers and prepares one. */
export async function createIntegrator(hark: TestHark): Promise<Integrator> {
  const subscriber = await newSubscriber(hark, 'Before');
  await subscriber.client.put(`/users/${subscriber.uid}/`, { company_name: 'Diaz Dental' });
  const input = { name: 'Integration', scope: 'full', expires_in_days: null };
  const { body } = await subscriber.client.post('/trpc/apiKeys.create', input);
  const { data } = body['result'] as { data: { key: string } };
  return { ...subscriber, key: data.key };
}
