import { text, urlState } from '#client/kit/url-state.ts';

/** The query of an emailed link: the token of a reset or a change, or the secret of a verification. */
export const linkUrl = urlState({ token: text(500), uid: text(500) });
