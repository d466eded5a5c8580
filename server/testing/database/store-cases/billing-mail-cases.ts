import { BillingMailStore, createBillingMailModel } from '#server/billing/mails/billing-mail-store.ts';
import { callsOf, type StoreCases } from './store-cases.ts';

const mails: StoreCases<BillingMailStore> = {
  file: 'server/billing/mails/billing-mail-store.ts',
  open: ({ connection }) => new BillingMailStore(createBillingMailModel(connection)),
  calls: {
    // An insert has no query plan.
    add: () => undefined,
    claim: (store, { now }) => store.claim(now, new Date(now.getTime() + 1)),
    close: (store) => store.close('granted:in-7'),
    erase: (store) => store.erase('u-7'),
  },
};

export const billingMailCalls = callsOf(mails);
