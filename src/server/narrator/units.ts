import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { perRecord } from '#shared/per-record.ts';
import { paragraphs, sentences, terms, words } from '../text/italian.ts';

/** The smallest thing that can be said: a sentence, or a whole short exchange of dialogue. */
export interface Unit {
  text: string;
  stems: ReadonlySet<string>;
  /** Stems of the words with a capital that opens no sentence. */
  names: ReadonlySet<string>;
  words: number;
  /** Opens or closes its paragraph. */
  opens: boolean;
  closes: boolean;
  dialogue: boolean;
  /** Has a word in capitals: an inscription. */
  capitals: boolean;
  /** Leans on what was said before («Lui…», «Poi…»): a bad beginning. */
  leaning: boolean;
}

/** One way of telling a section: its text, or its summary. */
export interface Telling {
  section: Visible<Section>;
  summary: boolean;
  units: readonly Unit[];
  /** The places of the units that have a stem. */
  where: ReadonlyMap<string, readonly number[]>;
}

export interface Told {
  tellings: readonly Telling[];
  /** Every stem of the section, title and summaries included. */
  vocabulary: ReadonlySet<string>;
  /** How many of its sentences are said by an «io». */
  firstPerson: number;
}

const leaning = new RegExp(
  [
    '^[«—…]',
    '^(E|Ma|Poi|Però|Allora|Così|Quindi|Anche|Invece|Intanto|Anzi|Infine|Insomma|Dunque|Perché|Ecco|Sì|No|Non|Anche)(?!\\p{L})',
    '^(Lui|Lei|Loro|Gli|Li|Ci|Ne|Si|Era|Erano|Aveva|Disse|Venne|Uno|Altr\\p{L}+|Quest\\p{L}+|Quell\\p{L}*|Quel)(?!\\p{L})',
    '^(Sotto|Accanto|Dentro|Davanti|Tre|Dieci|Al|A quel punto|Per questo)(?!\\p{L})',
    // A pronoun before its verb: «Lo chiamai», «Maaret la teneva».
    '^(\\p{Lu}\\p{L}+ )?([Ll]a|[Ll]o|[Ll]i|[Ll]e|[Gg]li|[Nn]e|[Cc]i) \\p{L}+(ò|ai|ava|eva|iva|avo|evo|arono|irono)(?!\\p{L})',
  ].join('|'),
  'u',
);
const firstPerson = /\b(io|mi|mio|mia|miei|mie|me|ero|avevo|sono|dissi|feci|ho)\b/i;

export const told = perRecord((section: Visible<Section>): Told => {
  const { title, content, contentReduced70 = '', contentReduced30 = '', contentLine = '' } = section;
  const whole = tellingOf(section, content, false);
  const short = tellingOf(section, contentReduced30, true);
  const narrated = whole.units.filter(({ dialogue }) => !dialogue);
  return {
    tellings: short.units.length > 0 ? [whole, short] : [whole],
    vocabulary: new Set(terms([title, content, contentReduced70, contentReduced30, contentLine].join('\n'))),
    firstPerson:
      narrated.filter(({ text }) => firstPerson.test(text.replace(/«[^»]*»/g, ''))).length /
      (narrated.length || 1),
  };
});

function tellingOf(section: Visible<Section>, text: string, summary: boolean): Telling {
  const units = unitsOf(text);
  const where = new Map<string, number[]>();
  for (const [at, { stems }] of units.entries())
    for (const stem of stems) {
      const places = where.get(stem);
      if (places) places.push(at);
      else where.set(stem, [at]);
    }
  return { section, summary, units, where };
}

function unitsOf(text: string): Unit[] {
  return paragraphs(text).flatMap((paragraph) => {
    const spoken = /^[«—“]/.test(paragraph);
    // A spoken paragraph stays whole while it can: its parts answer each other.
    const texts = spoken && paragraph.length < 320 ? [paragraph] : sentences(paragraph);
    return texts.map((said, index) => ({
      text: said,
      stems: new Set(terms(said)),
      names: new Set(words(said).flatMap(({ name, stem }) => (name ? [stem] : []))),
      words: said.split(/\s+/).length,
      opens: index === 0,
      closes: index === texts.length - 1,
      dialogue: spoken || /^[«—]/.test(said),
      capitals: /\p{Lu}{4}/u.test(said),
      leaning: leaning.test(said),
    }));
  });
}

/** Units as one speaks them: a line of its own for dialogue with dashes, otherwise one after the other. */
export function spoken(units: readonly Unit[]): string {
  return units
    .map(({ text, opens }, index) => {
      if (index === 0) return text;
      const before = units[index - 1]?.text ?? '';
      const dash = text.startsWith('—') || before.startsWith('—');
      return ((opens && dash) || before.endsWith('—') ? '\n' : ' ') + text;
    })
    .join('');
}
