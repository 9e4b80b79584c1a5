import type { BookContent } from '#shared/contracts/book.ts';
import { articleSlugs } from '#shared/pages.ts';

export interface SiteText {
  where: string;
  text: string;
  file: string;
}

/** Excludes addresses and file names. */
const isProse = (text: string) => /\p{L}/u.test(text) && !/^([/#]|image\/|video\/|\(|https?:)/.test(text);

function prose(value: unknown): string[] {
  if (typeof value === 'string') return isProse(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(prose) : [];
}

const file = 'Il libro';

export function siteTextsOf({ book, landing, character, encyclopedia }: BookContent): {
  /** Sections up to this one are public on the site. */
  publicLevel: number;
  /** Texts about the book: names in them count as public for the other texts. */
  published: SiteText[];
  /** The site's other texts outside the articles, and the character's lines for any level. */
  others: SiteText[];
} {
  const { synopsis, excerpts, immersive, audiobook, ...parts } = landing;
  const rest = { ...parts, audiobook, immersive: { ...immersive, clips: [] } };
  const { greeting, levelZero, deflections, unlocked, voice } = character;
  const published = [
    {
      where: 'Titolo e descrizione',
      texts: prose([book.title, book.subtitle, book.author, book.description, book.biography]),
    },
    { where: 'Trama', texts: synopsis },
    {
      where: 'Estratti',
      texts: excerpts.flatMap(({ title, teaser, text = '' }) => [title, teaser, text]),
    },
    { where: 'Clip della chat', texts: immersive.clips.map(({ title }) => title) },
    // Public addresses; the names in them are public too.
    {
      where: 'Pagine dell’enciclopedia',
      texts: encyclopedia ? articleSlugs.map((slug) => slug.replaceAll('-', ' ')) : [],
    },
  ];
  const others = [
    ...Object.entries(rest).flatMap(([part, value]) =>
      prose(value).map((text) => ({ where: `Pagina iniziale, «${part}»`, text })),
    ),
    { where: 'Saluto della chat', text: greeting },
    ...deflections.map((text) => ({ where: 'Risposte evasive', text })),
    ...levelZero.map(({ topic, text }) => ({ where: `Livello zero, «${topic}»`, text })),
    ...unlocked.map((text) => ({ where: 'Dopo un codice', text })),
    ...Object.entries(voice).flatMap(([part, value]) =>
      prose(value).map((text) => ({ where: `Voce, «${part}»`, text })),
    ),
  ];
  return {
    publicLevel: audiobook.section,
    published: published.map(({ where, texts }) => ({ where, text: texts.filter(Boolean).join('\n'), file })),
    others: others.map((text) => ({ ...text, file })),
  };
}
