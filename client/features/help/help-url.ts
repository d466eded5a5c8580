import { text, urlState } from '#client/kit/url-state.ts';

/** The address of /help: what is searched for. */
export const helpUrl = urlState({ search: text(100) }, { typed: ['search'] });
