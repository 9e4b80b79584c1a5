import { z } from 'zod';
import { noShop } from '../pages.ts';
import { storedUpload } from './uploads.ts';
import { id, timestamp, withPlainLines } from './values.ts';

const text = (max: number) =>
  z
    .string()
    .overwrite(withPlainLines)
    .trim()
    .max(max, `Il testo può avere al massimo ${max.toLocaleString('it-IT')} caratteri.`);
const lines = (max: number) => z.array(text(1_000)).max(max, `Le frasi possono essere al massimo ${max}.`);
const count = z.number().int('Serve un numero intero.').min(0).max(1_000_000);

/** A path of this site, `https://…` or empty. */
export const fileAddress = text(2_000).refine(
  (value) => value === '' || /^\/(?!\/)[^\s\\]*$/.test(value) || isWebAddress(value),
  'L’indirizzo deve essere un percorso di questo sito o cominciare con https://.',
);

/** Shop address as people paste it; `#acquista` without a shop. */
const shopAddress = text(2_000)
  .overwrite((value) => value.replace(/^(?:http:\/\/|(?=www\.))/i, 'https://'))
  .refine(
    (value) => value === '' || value === noShop || isWebAddress(value),
    'L’indirizzo del negozio deve cominciare con https://.',
  );

function isWebAddress(value: string): boolean {
  return value.startsWith('https://') && URL.canParse(value) && !/[\s\\]/.test(value);
}

/** Without `variants`, smaller files are looked up among the uploads. */
export const bookPicture = z.object({
  src: fileAddress.refine((value) => value !== '', 'L’immagine non ha indirizzo.'),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  alt: text(500),
  variants: z
    .array(z.object({ type: z.string().optional(), media: z.string().optional(), srcSet: z.string() }))
    .optional(),
});

const source = z.object({ src: fileAddress, type: text(100), media: text(200).optional() });

const excerpt = z.object({
  title: text(120),
  section: count,
  teaser: text(400),
  /** Transcript; alternatively the file at `transcript`. */
  text: text(40_000).optional(),
  transcript: fileAddress,
  audio: fileAddress,
  seconds: z.number().min(0),
  voice: text(60).optional(),
  image: fileAddress,
});

const titled = z.object({ title: text(160), text: text(1_000) });

/** The colour that stands out on the landing page. */
export const accents = ['corallo', 'ocra', 'verde', 'azzurro', 'malva'] as const;
/** What titles and texts of the landing page are set in: a narrow face over the serif one, or the serif one alone. */
export const faces = ['stretti', 'libro'] as const;

const landing = z.object({
  accent: z.enum(accents).optional(),
  faces: z.enum(faces).optional(),
  hero: z.object({
    line: text(200),
    tagline: text(300),
    buttonBuy: text(40),
    buttonChat: text(40),
    voice: text(300),
    still: bookPicture.optional(),
    loop: z.array(source).max(8),
  }),
  line: z.object({ name: text(60), from: text(60), to: text(60), kilometres: count }),
  purchase: z.object({
    title: text(120),
    text: text(1_500),
    button: text(40),
    address: shopAddress,
    note: text(300),
    price: text(60).optional(),
    formats: text(200).optional(),
    pages: text(60).optional(),
    date: text(60).optional(),
    isbn: text(40).optional(),
    shops: z
      .array(z.object({ name: text(60), address: shopAddress }))
      .max(12)
      .optional(),
  }),
  synopsis: z.array(text(3_000)).max(12),
  /** Pull quote across two pages; `page`: number of the left page, 0 for none. */
  spread: z.object({ sentence: text(300), source: text(160), page: count }),
  excerptsTitle: text(160),
  excerpts: z.array(excerpt).max(12, 'Gli estratti possono essere al massimo 12.'),
  audiobook: z.object({
    title: text(160),
    section: count,
    text: text(500),
    audio: fileAddress,
    transcript: fileAddress,
    plate: z.array(text(60)).max(4),
    seconds: z.number().min(0),
  }),
  world: z.object({ title: text(160), text: text(500), button: text(40), image: bookPicture.optional() }),
  immersive: titled.extend({
    clips: z.array(z.object({ title: text(160), poster: fileAddress, sources: z.array(source) })).max(12),
  }),
  howItWorks: z.object({ title: text(160), steps: z.array(titled).max(8) }),
  soundtrack: titled.extend({ placeholder: text(80), button: text(40) }),
  features: z.array(titled).max(9),
  finalCta: titled.extend({ button: text(40) }),
  footer: z.object({
    text: text(400),
    buttonBuy: text(40),
    colophon: z.array(titled).max(6),
    note: text(1_000),
  }),
  privacy: z
    .array(
      titled.extend({ text: text(3_000), link: z.object({ to: text(200), label: text(60) }).optional() }),
    )
    .max(20),
  /** Data controller of the site, with a contact. */
  controller: z.object({ name: text(200), contact: text(300) }).optional(),
});

/** What readers say most often, by the act that content/talk/atti.yaml knows it as. */
export const everydayActs = [
  'saluto',
  'bentornato',
  'come_stai',
  'congedo',
  'grazie',
  'scuse',
  'risata',
  'ok',
  'complimento',
  'insulto',
  'noia',
  'sei_un_bot',
  'sei_vero',
  'chi_sei',
  'che_fai_oggi',
  'amicizia',
  'che_pensi_di_me',
  'barzelletta',
] as const;

/** What a character may be asked of his own life, by the name that content/talk/vita.yaml has ways of asking under. */
export const lifeTopics = [
  'quanti_anni_hai',
  'aspetto',
  'casa',
  'famiglia',
  'lavoro',
  'scuola',
  'amici',
  'amore',
  'fede',
  'cibo',
  'musica',
  'passioni',
  'paura',
  'sogni',
  'rimpianti',
  'carattere',
  'infanzia',
  'animali',
  'salute',
  'lingua',
] as const;

const character = z.object({
  name: text(60),
  line: text(200),
  greeting: text(1_500),
  chatDescription: text(300),
  persona: text(8_000),
  levelZero: z.array(z.object({ topic: text(80), text: text(600) })).max(40),
  deflections: lines(40),
  nameDeflections: lines(40),
  unlocked: lines(20),
  /** His own lines for the commonest things readers say; of another act than the demonstration's none are written. */
  everyday: z.partialRecord(z.enum(everydayActs), lines(40)).default({}),
  /** His own life in his own words: a model reads it; without one he says it when he is asked. */
  life: z.partialRecord(z.enum(lifeTopics), text(400)).default({}),
  voice: z.object({
    nothingAfter: lines(40),
    brokenOff: lines(40),
    noticing: lines(40),
    recap: z.object({ before: lines(20), after: lines(20), empty: text(500) }),
    suggestions: z.object({ first: lines(20), latest: lines(20) }),
    unsure: lines(40),
    doubtful: lines(40).default([]),
    supposing: lines(40).default([]),
    ofHimself: lines(40).default([]),
    anything: lines(40),
    echoes: lines(40),
    quietEchoes: lines(40),
    gladEchoes: lines(40).default([]),
    advice: lines(40).default([]),
    opinions: lines(40).default([]),
    quoteLeads: lines(40),
    quoteUnsure: lines(40),
    again: lines(40),
    nothingToAdd: lines(40),
    plainly: lines(40),
    nothingToRead: lines(40),
  }),
});

/** The whole book as readers see it. It may be incomplete: see {@link missingForPublishing}. */
export const bookContent = z.object({
  book: z.object({
    title: text(120),
    subtitle: text(160),
    author: text(120),
    genre: text(80),
    /** Public number of sections; never derived from the stored ones. */
    sections: count.optional(),
    description: text(300),
    biography: text(3_000).optional(),
    cover: bookPicture.optional(),
    shareImage: bookPicture.optional(),
  }),
  landing,
  character,
  encyclopedia: z.boolean(),
});
export type BookContent = z.infer<typeof bookContent>;

/** The same shape without its rules. */
function withoutRules(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodObject)
    return z.object(
      Object.fromEntries(
        Object.entries(schema.shape as z.core.$ZodShape).map(([key, part]) => [key, withoutRules(part)]),
      ),
    );
  if (schema instanceof z.ZodArray) return z.array(withoutRules(schema.element)).max(1_000);
  if (schema instanceof z.ZodOptional) return withoutRules(schema.unwrap()).optional();
  if (schema instanceof z.ZodDefault)
    return withoutRules(schema.unwrap()).default(schema.def.defaultValue as never);
  if (schema instanceof z.ZodString) return z.string().trim().max(200_000);
  if (schema instanceof z.ZodNumber) return z.number();
  return schema as z.ZodType;
}

/** What the author has written so far: nothing of it is refused before it is published. */
export const bookDraft = withoutRules(bookContent) as typeof bookContent;

/** Part of the book sent to every browser; excludes the character's instructions. */
export const publicBook = bookContent.extend({
  character: character.pick({ name: true, line: true, greeting: true, chatDescription: true }),
});
export type PublicBook = z.infer<typeof publicBook>;
export type BookPicture = z.infer<typeof bookPicture>;

/** What is missing before publishing, one Italian sentence each. */
export function missingForPublishing({
  book,
  character: { name, greeting, persona },
}: BookContent): string[] {
  return [
    ...(book.title ? [] : ['Manca il titolo.']),
    ...(book.author ? [] : ['Manca il nome di chi l’ha scritto.']),
    ...(name ? [] : ['Manca il nome del personaggio.']),
    ...(greeting ? [] : ['Manca il saluto del personaggio.']),
    ...(persona ? [] : ['Manca chi è il personaggio.']),
  ];
}

const bookVersion = z.object({
  id,
  savedAt: timestamp,
  /** Absent for a draft that was set aside without being published. */
  publishedAt: timestamp.optional(),
  title: z.string(),
});
export type BookVersion = z.infer<typeof bookVersion>;

/** `arriving`: nothing was published yet; `suspended`: by the author. Then readers' pages say so and nothing else. */
const opening = z.enum(['arriving', 'open', 'suspended']);
export type Opening = z.infer<typeof opening>;

export const bookState = z.object({
  opening,
  draft: bookDraft,
  /** Changes with every save of the draft; sent back with the next save. */
  revision: z.string(),
  savedAt: timestamp.optional(),
  publishedAt: timestamp.optional(),
  isChanged: z.boolean(),
  versions: z.array(bookVersion),
});
export type BookState = z.infer<typeof bookState>;

/** `revision`: of the edited draft; if it has changed, 409 and nothing is saved. */
export const saveBook = z.object({ draft: bookDraft, revision: z.string().optional() });
export const suspendSite = z.object({ isSuspended: z.boolean() });
export const previewBook = z.object({ draft: bookDraft, page: z.enum(['/', '/chat']) });
export const drawnPage = z.object({ html: z.string() });
export const excerptText = z.object({ text: z.string() });
export const storedRecording = storedUpload.extend({ seconds: z.number().optional() });
