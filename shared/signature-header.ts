/** The header with the time and the signatures: `t=1767225600,v1=5257a8…,v1=9f86d0…`. */
export const SIGNATURE_HEADER = 'Hark-Signature';
