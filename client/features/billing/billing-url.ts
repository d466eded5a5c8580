import { text, urlState, type UrlField } from '#client/kit/url-state.ts';

const year: UrlField<number | null> = {
  initial: null,
  read: (given) => (/^2\d{3}$/.test(given) ? Number(given) : undefined),
};

/** The query of /billing: the year whose transactions are shown, and the payment with which a bank sends its customer back. */
export const billingUrl = urlState({ year, payment_intent: text(200) });
