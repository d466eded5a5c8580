/** The longest message and the longest name of a campaign, in characters. */
export const MAX_MESSAGE_LENGTH = 1_200;
export const MAX_NAME_LENGTH = 120;
