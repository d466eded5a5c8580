/** Maximum lengths of a campaign's message and name, in characters. */
export const MAX_MESSAGE_LENGTH = 1_200;
export const MAX_NAME_LENGTH = 120;
