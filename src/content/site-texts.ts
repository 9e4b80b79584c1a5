import type { BookContent } from '#shared/contracts/book.ts';
import { articleSlugs } from '#shared/pages.ts';

/** A text of the site that everyone can read, with the place to change it. */
export interface SiteText {
  where: string;
  text: string;
  file: string;
}

/** Addresses and file names are not read by anybody. */
const isProse = (text: string) => /\p{L}/u.test(text) && !/^([/#]|image\/|video\/|\(|https?:)/.test(text);

function prose(value: unknown): string[] {
  if (typeof value === 'string') return isProse(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(prose) : [];
}

/** Where the author changes all of these. */
const file = 'Il libro';

/** The words of a site with this book. */
export function siteTextsOf({ book, landing, character, encyclopedia }: BookContent): {
  /** Up to this section the book itself can be heard or read on the site. */
  publicLevel: number;
  /** What the author tells of the book: it names what it wants to name, so that the other texts may name it too. */
  published: SiteText[];
  /** The rest of the site's words outside the articles, and what the character says at any level. */
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
    // Their addresses are open to everyone, and so are the names in them.
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
