import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headerWords } from './header-words.ts';

test.each([
  ['Primary Cell #', 'main mobile'],
  ['PRIMARYCELL', 'main mobile'],
  ['primary_cell', 'main mobile'],
  ['primaryCell', 'main mobile'],
  ['Mobile Phone Number', 'mobile phone number'],
  ['MOBILEPHONE', 'mobile phone'],
  ['ASSISTANTPHONE', 'assistant phone'],
  ["Assistant's Phone", 'assistant phone'],
  ['MAILINGPOSTALCODE', 'mailing zip code'],
  ['E-mail 1 - Value', 'email 1'],
  ['Default Address Address2', 'main address address 2'],
  ['iPhone', 'mobile phone'],
  ['Téléphone', 'phone'],
  ['Telefonnummer', 'phone number'],
  ['WhatsApp', 'whatsapp'],
  ['WhatsAppNumber', 'whatsapp number'],
  ['whatsappnumber', 'whatsapp number'],
  ['Land Line', 'landline'],
  ['FNAME', 'first name'],
  ['Ph\u200Bone', 'phone'],
  ['Capacity', 'capacity'],
  ['', ''],
  ['phone '.repeat(40), ''],
])('the words of %j are %j', (header, words) => {
  expect(headerWords(header).join(' ')).toBe(words);
});

test('case, separators and accents make no difference', () => {
  const word = fc.constantFrom('home', 'work', 'mobile', 'phone', 'number', 'guest', 'zip', 'city');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      const plain = headerWords(words.join(' '));
      for (const between of ['_', '-', ' - ', '.', '/', ''])
        for (const header of [words.join(between), words.join(between).toUpperCase()])
          expect(headerWords(header)).toEqual(plain);
    }),
  );
});
