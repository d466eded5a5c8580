/** Uploads of voices that one user may begin within ten minutes, those called off included. */
export const MAX_OPEN_UPLOADS = 12;
