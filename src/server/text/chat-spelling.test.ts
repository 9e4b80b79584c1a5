import { describe, expect, it } from 'vitest';
import { foldChatSpelling } from './chat-spelling.ts';

describe('foldChatSpelling', () => {
  it.each([
    ['Perché NON mi rispondi?', 'perche non mi rispondi ?'],
    ['xke nn mi rispondi??', 'perche non mi rispondi ?'],
    ['nooooo', 'no'],
    ['ciaooo', 'ciao'],
    ['mammmma miaaa', 'mamma mia'],
    ['lo zoo', 'lo zoo'],
    ['le idee', 'le idee'],
    ['cmq sn stanco', 'comunque sono stanco'],
    ['k fai stas?', 'che fai stasera ?'],
    ['mi kiamo Ale', 'mi chiamo ale'],
    ['nn ho kapito niente', 'non ho capito niente'],
    ['kivgiq e Nilak', 'kivgiq e nilak'],
    ['I want to kill time', 'i want to kill time'],
    ['qst libro m piace x davvero', 'questo libro mi piace per davvero'],
    ['nn ne posso +', 'non ne posso piu'],
    ['è lungo 10 cm', 'e lungo 10 cm'],
    ['cm va?', 'come va ?'],
    ['m’annoio', 'mi annoio'],
    ['ahahahah xD', 'ahah ahah'],
    ['hahaha', 'ahah'],
    ['xfavore', 'per favore'],
    ['una xsona', 'una persona'],
    ['m0rire', 'morire'],
    ['sezione 6', 'sezione 6'],
    ['boh....', 'boh …'],
    ['bello!!!!', 'bello !'],
    ['sul serio?!?!', 'sul serio ?'],
    ['ok 👍🏽', 'ok 👍'],
    ['ti voglio bene :)', 'ti voglio bene :)'],
    ['s*icidio', 'sicidio'],
    ['c\u200bаsa', 'casa'],
    ['', ''],
  ])('«%s» → «%s»', (written, folded) => {
    expect(foldChatSpelling(written)).toBe(folded);
  });

  it('changes nothing that it folded already', () => {
    for (const text of ['cmq nn sn stanco, xke??', 'ahah k bello… 👍', 'mi kiamo Ale :)']) {
      const folded = foldChatSpelling(text);
      expect(foldChatSpelling(folded)).toBe(folded);
    }
  });
});
