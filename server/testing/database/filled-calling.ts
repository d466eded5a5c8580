import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { contactId, halfOf, phone, type At, type Factories } from './known-ids.ts';

/** Returns the documents of whom a user may call, and as whom, by collection. */
export function callingFactories(at: At): Factories {
  return {
    calling_profiles: (i) => ({
      _id: `u-${String(i)}`,
      callbackNumber: phone(i),
      ...(i % 2 === 0 && { stopSlug: `business-${String(i)}` }),
    }),
    call_log: (i) => ({
      _id: `${halfOf(i, 'u')}:${phone(i)}`,
      calls: [{ id: `attempt-${String(i)}`, at: at(-HOUR_MS) }],
      lastAt: at(-HOUR_MS),
    }),
    suppressions: (i) => ({
      _id: contactId(i),
      userId: halfOf(i, 'u'),
      phone: phone(i),
      source: 'manual',
      at: at(-i * 1_000),
    }),
    suppression_rooms: (i) => ({
      _id: `u-${String(i)}`,
      epoch: `epoch-${String(i)}`,
      listed: i,
      reserved: 0,
      until: at(-DAY_MS),
    }),
    test_phones: (i) => ({
      _id: `u-${String(i)}`,
      phone: phone(i),
      codeHash: `code-${String(i)}`,
      expiresAt: at(DAY_MS),
      tries: 0,
    }),
    opt_out_webhooks: (i) => ({
      _id: `u-${String(i)}`,
      token: `token-${String(i)}`,
      secret: `sealed-${String(i)}`,
      renewedAt: at(-DAY_MS),
    }),
    suppression_removals: (i) => ({
      _id: `removal-${String(i)}`,
      userId: halfOf(i, 'u'),
      phone: phone(i),
      source: 'added',
      addedAt: at(-DAY_MS),
      at: at(-i * 1_000),
      viaApiKey: false,
      network: '127.0.0.1',
    }),
  };
}
