/**
 * The steps that erase an account: first what gives access and what spends, then what others refer to, last what reports of
 * earlier steps may still write.
 */
export const ERASURE_ORDER = [
  ...['access', 'API keys', 'webhooks', 'exports', 'campaigns', 'contact lists', 'draft'],
  ...['message templates', 'test drops'],
  ...['billing', 'previews', 'voices', 'log of calls', 'calling profile', 'opt-out webhook'],
  ...['do-not-call list', 'history', 'request keys'],
];
