/** The bytes 0x80 to 0xFF of the code pages of DOS in order, in which Excel still saves “CSV (MS-DOS)”; no browser reads them. */
export const DOS_LETTERS = {
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
  ibm852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0',
} as const;

export type DosEncoding = keyof typeof DOS_LETTERS;

const FIRST = 0x80;
/** Letters decoded at once: a call takes so many arguments. */
const PIECE = 8_192;

/** Returns the text of bytes in a code page of DOS: every byte is a character. */
export function decodeDos(bytes: Uint8Array, encoding: DosEncoding): string {
  const codes = Uint16Array.from({ length: 256 }, (_, byte) =>
    byte < FIRST ? byte : DOS_LETTERS[encoding].charCodeAt(byte - FIRST),
  );
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(
      ...Uint16Array.from(bytes.subarray(at, at + PIECE), (byte) => codes[byte] ?? 0),
    );
  return text;
}
