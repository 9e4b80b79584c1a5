import { pages } from '../shared/pages.ts';
import * as content from './book.ts';
import { landing } from './landing.ts';
import * as voice from './voice.ts';

/** A text of the site that everyone can read, with the place to change it. */
export interface SiteText {
  where: string;
  text: string;
  file: string;
}

const { book } = content;

/** Addresses and file names are not read by anybody. */
const isProse = (text: string) => /\p{L}/u.test(text) && !/^([/#]|image\/|video\/|\(|https?:)/.test(text);

function prose(value: unknown): string[] {
  if (typeof value === 'string') return isProse(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(prose) : [];
}

const bookFile = 'src/content/book.ts';
const landingFile = 'src/content/landing.ts';
const voiceFile = 'src/content/voice.ts';

/** Up to this section the book itself can be heard or read on the site. */
export const publicLevel = landing.audiobook.section;

/**
 * What the author tells of the book to whoever opens the site: title, synopsis, excerpts. It names what it wants to name, so
 * that the other texts may name it too.
 */
export const publishedTexts: SiteText[] = [
  {
    where: 'Titolo e descrizione',
    text: prose([book.title, book.subtitle, book.author, book.description]),
    file: bookFile,
  },
  { where: 'Trama', text: landing.synopsis, file: landingFile },
  {
    where: 'Estratti',
    text: landing.excerpts.flatMap(({ title, teaser }) => [title, teaser]),
    file: landingFile,
  },
  { where: 'Clip della chat', text: landing.immersive.clips.map(({ title }) => title), file: landingFile },
  // Their addresses are open to everyone, and so are the names in them.
  {
    where: 'Pagine dell’enciclopedia',
    text: pages
      .filter((path) => !['/', '/chat', '/admin'].includes(path))
      .map((path) => path.slice(1).replaceAll('-', ' ')),
    file: bookFile,
  },
].map(({ where, text, file }) => ({ where, text: text.join('\n'), file }));

const others = { ...landing, synopsis: [], excerpts: [], immersive: { ...landing.immersive, clips: [] } };

/** The rest of the site's words outside the articles, and what the character says at any level. */
export const siteTexts: SiteText[] = [
  ...Object.entries(others).flatMap(([part, value]) =>
    prose(value).map((text) => ({ where: `Pagina iniziale, «${part}»`, text, file: landingFile })),
  ),
  { where: 'Saluto della chat', text: content.greeting, file: bookFile },
  ...content.deflections.map((text) => ({ where: 'Risposte evasive', text, file: bookFile })),
  ...content.levelZero.map(({ topic, text }) => ({
    where: `Livello zero, «${topic}»`,
    text,
    file: bookFile,
  })),
  ...content.unlocked.map((text) => ({ where: 'Dopo un codice', text, file: bookFile })),
  ...Object.entries(voice).flatMap(([part, value]) =>
    prose(value).map((text) => ({ where: `Voce, «${part}»`, text, file: voiceFile })),
  ),
];
