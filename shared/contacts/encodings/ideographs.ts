/**
 * Judges a cell by its bytes in an encoding of two bytes a character. Where two encodings have nearly the same bytes, only the
 * characters that most names and places have tell them apart.
 */
export interface IdeographRule {
  /** Whether two bytes are a character that is in daily use. */
  isCommon(lead: number, trail: number): boolean;
  /** Characters of names and places, of which a cell has at least one; undefined where the bytes are proof enough. */
  names?: ReadonlySet<string>;
}

const within = (byte: number, first: number, last: number) => byte >= first && byte <= last;

const CHINESE = new Set(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾萧田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀英华文玉萍红平桂兰建国志海北京上海广州深圳天津重庆成都南京武汉杭西安省市区县路号',
);
const CHINESE_TRADITIONAL = new Set(
  '王李張劉陳楊黃趙吳周徐孫馬朱胡郭何高林羅鄭梁謝宋唐許韓馮鄧曹彭曾蕭田董潘蔡余葉程蘇魏呂丁任沈姚盧姜鍾譚陸汪范金石廖賈夏方白江邱賴游詹簡莊溫顏柯偉芳敏靜麗強軍勇傑娟明秀英華文玉萍紅平桂蘭建國志海台北新竹高雄臺中南市區縣路號',
);
const JAPANESE = new Set(
  '佐藤鈴木高橋田中伊渡辺山本村小林加吉川松井斎清水野原池石上島東京都市区町県太郎子美一二三大西岡谷前後長谷部内外崎福岩青坂今宮武千葉和久保尾倉金平安浜横札幌名古屋阪神戸健翔真由紀恵愛優香直樹裕介',
);

const KOREAN = new Set(
  '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민수영희지현준연은경미숙자옥순호진철동상재훈석원부산울대인천광시도군로길나사라가기태혜선형규일종근식용환승병덕화명애정금해국',
);

export const IDEOGRAPHS: Readonly<
  Record<'shift_jis' | 'euc-jp' | 'gb18030' | 'big5' | 'euc-kr', IdeographRule>
> = {
  shift_jis: {
    isCommon(lead, trail) {
      if (lead === 0x81) return [0x40, 0x41, 0x42, 0x45, 0x58, 0x5b, 0x69, 0x6a].includes(trail);
      if (lead === 0x82) return within(trail, 0x4f, 0x9a) || within(trail, 0x9f, 0xf1);
      if (lead === 0x83) return within(trail, 0x40, 0x96);
      return within(lead, 0x89, 0x97) || (lead === 0x88 && trail >= 0x9f) || (lead === 0x98 && trail <= 0x72);
    },
  },
  'euc-jp': {
    isCommon: (lead, trail) => (lead === 0xa4 || lead === 0xa5 || within(lead, 0xb0, 0xcf)) && trail >= 0xa1,
    names: JAPANESE,
  },
  gb18030: { isCommon: (lead, trail) => within(lead, 0xb0, 0xd7) && trail >= 0xa1, names: CHINESE },
  big5: {
    isCommon: (lead, trail) => within(lead, 0xa4, 0xc6) && (within(trail, 0x40, 0x7e) || trail >= 0xa1),
    names: CHINESE_TRADITIONAL,
  },
  'euc-kr': { isCommon: (lead, trail) => within(lead, 0xb0, 0xc8) && trail >= 0xa1, names: KOREAN },
};

/** Returns whether a cell reads as people write in such an encoding; `text` is the decoded cell. */
export function areIdeographs(bytes: Uint8Array, text: string, { isCommon, names }: IdeographRule): boolean {
  // Letters beside a character of two bytes are those of a word in another encoding.
  if (/[A-Za-z][^\0-\u007F]|[^\0-\u007F][A-Za-z]/.test(text)) return false;
  let [common, all] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    all += 1;
    if (isCommon(lead, bytes[at + 1] ?? 0)) common += 1;
    at += 1;
  }
  if (common * 2 <= all) return false;
  return names === undefined || Array.from(text).some((letter) => names.has(letter));
}
