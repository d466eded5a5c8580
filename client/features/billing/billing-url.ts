import { text, urlState, type UrlField } from '#client/kit/url-state.ts';

const year: UrlField<number | null> = {
  initial: null,
  read: (given) => (/^2\d{3}$/.test(given) ? Number(given) : undefined),
};

/** Shows every entry of the ledger in place of a row for each campaign. */
export const EVERY_ENTRY = 'entries';

/**
 * The query of /billing: the year whose transactions are shown, the campaign whose credits are, and the payment with which a
 * bank sends its customer back.
 */
export const billingUrl = urlState({ year, credits: text(100), payment_intent: text(200) });
