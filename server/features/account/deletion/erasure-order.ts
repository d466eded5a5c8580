/** Remembers, outside of the database, that the account is erased. */
export const LIST_OF_ERASURES = 'list of erasures';

/**
 * The steps that erase an account: first what gives access and what spends, then what others refer to, last what reports of
 * earlier steps may still write.
 */
export const ERASURE_ORDER = [
  ...['access', 'API keys', LIST_OF_ERASURES, 'webhooks', 'exports', 'campaigns', 'contact lists', 'draft'],
  ...['message templates', 'test drops'],
  ...['billing', 'previews', 'voices', 'log of calls', 'calling profile', 'opt-out webhook'],
  ...['do-not-call list', 'history', 'request keys'],
];
