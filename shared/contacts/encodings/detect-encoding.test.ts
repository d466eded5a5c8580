import { describe, expect, test } from 'vitest';
import { detectEncoding } from './detect-encoding.ts';
import { encodeText } from '#shared/fixtures/encode-text.ts';
import { createTextReader, type TextEncoding } from './text-encoding.ts';

const detect = (encoding: TextEncoding, ...texts: string[]) =>
  detectEncoding(texts.map((text) => encodeText(text, encoding)));

/** Names and places as people write them. */
const NAMES: Partial<Record<TextEncoding, string[]>> = {
  'windows-1252':
    'José|Muñoz|Zoë|Müller|Zürich|Köln|García|León|Inés|López|Cádiz|Hélène|Agnès|François|Molière|Peña|João|Magalhães|Conceição|Søren|Jørgensen|Nørgaard|Åsa|Håkan|Björk|Guðrún|Sigurðsson|Straße|Weiß|Málaga|Núñez|Ibáñez|Íñigo|Château|Señor|Joe’s Pizza|O’Brien|Don’t call|€5|5 – 6 pm|“Acme” Inc.|Acme™|20°|JOSÉ|MUÑOZ|Desirée|Anaïs|Loïc|Noël|Crème Brûlée|Piñata|São Paulo|Jalapeño|Niccolò|Cœur|Úrsula|Ángel|Óscar|Élise|Ébano|Übel|Österreich|Ägypten|Ñandú'.split(
      '|',
    ),
  macintosh:
    'José|Muñoz|Zoë|Müller|Zürich|Köln|García|León|Inés|López|Cádiz|Hélène|Agnès|François|Peña|João|Magalhães|Søren|Jørgensen|Åsa|Björk|Straße|Málaga|Núñez|Ibáñez|Rodríguez|Martínez|Éva|Ñandú|Ägypten|Ángel|Óscar|Élise|Österreich|JOSÉ|MUÑOZ|Ávila|Château|Möller|Böhm|Jörg|Schön'.split(
      '|',
    ),
  'windows-1250':
    'Łukasz|Wiśniewski|Łódź|Kamiński|Wójcik|Żaneta|Dvořák|Jiří|Řezníček|Kučera|Kovačević|Marković|Šimůnek|Erdős|Szőke|Němec|Gdańsk|Śląsk|Małgorzata|Růžička|Bălan'.split(
      '|',
    ),
  'windows-1251': 'Ольга|Иванова|Москва|Пётр|Сергей|Юлия|Кузнецов|Київ|Шевченко|Наталья|Андрей|Ерёмин'.split(
    '|',
  ),
  ibm850:
    'José|Muñoz|Zoë|Müller|García|Peña|López|Inés|Köln|Élodie|Lefèvre|François|Garçon|Noël|Gérard|Benoît|Hélène|Maëlle|Jérôme|Besançon|Nîmes|Côté|Jürgen|Böhm|Schäfer|Größe|Jäger|Ágnes|Österreich|Ägypten|Åsa|Björn|Sjöberg|Göteborg|Malmö|Søren|João|Conceição|Núñez|Martín|Raúl|Ibáñez|Óscar|Íñigo|Ángel|Simões|Inês'.split(
      '|',
    ),
  ibm852:
    'Łukasz|Wiśniewski|Łódź|Żaneta|Dąbrowska|Paweł|Zieliński|Gdańsk|Jiří|Dvořák|Věra|Novotná|Šťastný|Plzeň|Győző|Szűcs|Kovács'.split(
      '|',
    ),
  'koi8-r': 'Ольга|Иванова|Москва|Сергей|Юлия|Кузнецов|Наталья|Андрей'.split('|'),
  'windows-1253': 'Γιώργος|Παπαδόπουλος|Μαρία|Αθήνα|Νίκος|Ελένη'.split('|'),
  shift_jis: '太郎|山田|東京|鈴木|佐藤|花子|大阪市|さくら|タナカ|横浜'.split('|'),
  gb18030: '伟|王|北京|李娜|张伟|上海|陈静|刘洋|广州'.split('|'),
  big5: '陳|台北|林志明|王大明|張|高雄|黃'.split('|'),
  'euc-kr': '김민수|서울|이영희|박|부산|최지우'.split('|'),
};

describe.each(Object.entries(NAMES) as [TextEncoding, string[]][])('names in %s', (encoding, names) => {
  test('together are certain', () => {
    expect(detect(encoding, ...names)).toEqual({ isCertain: true, encoding });
  });

  test.each(names)('%s alone is read rightly or asked about', (name) => {
    const reading = detect(encoding, name);
    if (!reading.isCertain) return;
    expect(createTextReader(reading.encoding).read(encodeText(name, encoding))).toBe(name);
  });

  test('of a few people are never another text', () => {
    for (let at = 0; at + 3 <= names.length; at++) {
      const some = names.slice(at, at + 3);
      const reading = detect(encoding, ...some);
      if (!reading.isCertain) continue;
      const read = createTextReader(reading.encoding);
      expect(some.map((name) => read.read(encodeText(name, encoding)))).toEqual(some);
    }
  });
});
