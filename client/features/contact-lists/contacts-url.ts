import { text, urlState } from '#client/kit/url-state.ts';

/** The query of /contacts: the id of the list that is open, and what is searched for in it or among all lists. */
export const contactsUrl = urlState({ list: text(64), search: text(80) }, { typed: ['search'] });
