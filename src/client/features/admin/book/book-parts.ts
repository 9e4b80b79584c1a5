import { accents, type faces } from '#shared/contracts/book.ts';
import { address, lines, number, picture, text, type FieldSpec } from '../kit/field-kinds.ts';
import {
  articlesPart,
  chaptersPart,
  packagePart,
  type bookSheet,
  type characterSheet,
} from '../panel-address.ts';
import { beforeReading, character, everyday, ownLife, phrases } from './character-parts.ts';
import type { BookPart } from './part-types.ts';

const titledList = (path: string, label: string, one: string, most: number, max = 1_000): FieldSpec => ({
  kind: 'list',
  path,
  label,
  one,
  most,
  fields: [text('title', 'Titolo', 160), text('text', 'Testo', max, { rows: 4 })],
  empty: { title: '', text: '' },
});

const cover: BookPart = {
  slug: 'copertina',
  label: 'Titolo e copertina',
  fields: [
    text('book.title', 'Titolo', 120),
    text('book.subtitle', 'Sottotitolo', 160),
    text('book.author', 'Chi l’ha scritto', 120),
    text('book.genre', 'Genere', 80, { hint: 'Come «Romanzo d’avventura». Sta sopra la trama.' }),
    text('book.biography', 'Chi sei', 3_000, {
      rows: 5,
      hint: 'Qualche riga su di te, sotto la trama. Vuoto: non c’è.',
    }),
    picture('book.cover', 'Copertina', 'Verticale, meglio se larga almeno 1200 pixel.'),
  ],
  details: [
    number(
      'book.sections',
      'Quante sezioni ha',
      'Lo vede chiunque, nel quadro delle lampade della chat. Vuoto o zero: si vedono solo quelle sbloccate.',
    ),
    text('book.description', 'Per i motori di ricerca', 300, {
      rows: 3,
      hint: 'Una frase o due. Oltre i 155 caratteri i motori di ricerca tagliano.',
    }),
    {
      kind: 'choice',
      path: 'landing.accent',
      label: 'Il colore che spicca',
      choices: accents.map((value) => ({ value, label: `${value[0]?.toUpperCase()}${value.slice(1)}` })),
    },
    {
      kind: 'choice',
      path: 'landing.faces',
      label: 'Caratteri',
      choices: [
        { value: 'stretti', label: 'Titoli stretti, testi da libro' },
        { value: 'libro', label: 'Tutto con il carattere da libro' },
      ] satisfies { value: (typeof faces)[number]; label: string }[],
    },
    picture(
      'book.shareImage',
      'Immagine da condividere',
      'Si vede quando qualcuno manda il link: JPEG, 1200 × 630.',
    ),
  ],
};

const opening: BookPart = {
  slug: 'apertura',
  label: 'Apertura',
  fields: [
    text('landing.hero.line', 'La riga sotto il titolo', 200),
    text('landing.hero.tagline', 'L’invito', 300, { rows: 2 }),
    picture('landing.hero.still', 'L’immagine grande', 'Orizzontale, larga almeno 1920 pixel.'),
    {
      kind: 'video',
      path: 'landing.hero.loop',
      label: 'Il video che le scorre sopra',
      hint: 'Muto, pochi secondi che ricominciano da capo, orizzontale. Vuoto: resta ferma l’immagine.',
    },
  ],
  details: [
    text('landing.hero.buttonBuy', 'Pulsante del libro', 40),
    text('landing.hero.buttonChat', 'Pulsante della chat', 40),
    text('landing.hero.voice', 'Una frase del personaggio', 300, {
      rows: 2,
      hint: 'Come la scriverebbe in chat, accanto al suo nome. Vuota: non c’è.',
    }),
  ],
};

const story: BookPart = {
  slug: 'trama',
  label: 'Trama',
  anchor: '#acquista',
  fields: [
    {
      kind: 'paragraphs',
      path: 'landing.synopsis',
      label: 'La trama',
      rows: 14,
      hint: 'Una riga vuota fra un capoverso e l’altro. I nomi che scrivi qui contano come già noti a tutti.',
    },
  ],
  details: [
    text('landing.spread.sentence', 'Una frase del libro, grande su due pagine', 300, {
      rows: 2,
      hint: 'Da una parte che tutti possono leggere. Vuota: le due pagine non ci sono.',
    }),
    text('landing.spread.source', 'Da dove viene', 160, { hint: 'Come «Sezione 3, La fiera».' }),
    number('landing.spread.page', 'Il numero della pagina sinistra', 'Zero: le due pagine non hanno numero.'),
  ],
};

const purchase: BookPart = {
  slug: 'acquisto',
  label: 'Dove si compra',
  anchor: '.waybill',
  fields: [
    text('landing.purchase.title', 'Titolo della parte', 120),
    text('landing.purchase.text', 'Com’è fatto il libro', 1_500, { rows: 4 }),
    text('landing.purchase.price', 'Prezzo', 60),
    text('landing.purchase.formats', 'Formati', 200, { hint: 'Come «Carta, EPUB».' }),
    text('landing.purchase.pages', 'Pagine', 60),
    text('landing.purchase.date', 'Uscita', 60),
    text('landing.purchase.isbn', 'ISBN', 40),
    address(
      'landing.purchase.address',
      'Indirizzo del negozio',
      'Comincia con https://. Finché è #acquista il pulsante non porta da nessuna parte.',
    ),
  ],
  details: [
    text('landing.purchase.button', 'Pulsante', 40),
    {
      kind: 'list',
      path: 'landing.purchase.shops',
      label: 'Altri negozi',
      one: 'negozio',
      most: 12,
      fields: [text('name', 'Nome', 60), address('address', 'Indirizzo')],
      empty: { name: '', address: '' },
    },
    text('landing.purchase.note', 'Nota accanto al pulsante', 300, { rows: 2 }),
    text('landing.line.from', 'Striscia del viaggio: da', 60, {
      hint: 'Vuoti tutti e due: non ci sono né la striscia né il treno in fondo alla pagina.',
    }),
    text('landing.line.to', 'Striscia del viaggio: a', 60),
  ],
};

const excerpts: BookPart = {
  slug: 'estratti',
  label: 'Estratti',
  anchor: '.excerpts',
  fields: [
    text('landing.excerptsTitle', 'Titolo della parte', 160),
    {
      kind: 'list',
      path: 'landing.excerpts',
      label: 'Estratti',
      one: 'estratto',
      most: 12,
      fields: [
        text('title', 'Titolo', 120),
        number('section', 'Sezione del libro', 'Il numero che si vede sulla cartolina.'),
        text('teaser', 'Una frase per invogliare', 400, { rows: 2 }),
        text('text', 'Il testo dell’estratto', 40_000, {
          rows: 8,
          hint: 'È anche la trascrizione della registrazione. Vuoto: resta quello che c’era, se c’era.',
        }),
        {
          kind: 'picture',
          path: 'image',
          label: 'Immagine',
          address: true,
          hint: '16:10; la pagina la stampa in due inchiostri.',
        },
        { kind: 'recording', path: 'audio', seconds: 'seconds', label: 'Registrazione' },
        text('voice', 'Chi la legge', 60, {
          hint: 'Sta sotto la registrazione: «Voce sintetica», «Legge Anna Neri».',
        }),
      ],
      empty: {
        title: '',
        section: 1,
        teaser: '',
        text: '',
        transcript: '',
        audio: '',
        seconds: 0,
        image: '',
      },
    },
  ],
};

const audiobook: BookPart = {
  slug: 'audiolibro',
  label: 'Audiolibro',
  hint: 'Senza registrazione la parte non si vede.',
  anchor: '#capitolo-1',
  fields: [
    text('landing.audiobook.title', 'Titolo', 160),
    number(
      'landing.audiobook.section',
      'Fino a quale sezione si ascolta',
      'Quello che contiene non è un segreto per nessuno.',
    ),
    text('landing.audiobook.text', 'Testo', 500, { rows: 2 }),
    {
      kind: 'recording',
      path: 'landing.audiobook.audio',
      seconds: 'landing.audiobook.seconds',
      label: 'Registrazione',
    },
  ],
  details: [lines('landing.audiobook.plate', 'Inciso sul ricevitore', 'Al massimo quattro righe.')],
};

const world: BookPart = {
  slug: 'mondo',
  label: 'Il mondo',
  anchor: '#mondo',
  fields: [
    text('landing.world.title', 'Titolo', 160),
    text('landing.world.text', 'Testo', 500, { rows: 3 }),
    picture('landing.world.image', 'Immagine'),
  ],
  details: [
    text('landing.world.button', 'Pulsante della galleria', 40),
    text('landing.line.name', 'Il nome inciso sul terminale della chat', 60, {
      hint: 'Vuoto: il titolo del libro.',
    }),
    number('landing.line.kilometres', 'Chilometri', 'La misura sopra il titolo. Zero: non c’è.'),
  ],
};

const experience: BookPart = {
  slug: 'come-funziona',
  label: 'Come funziona',
  anchor: '.immersive',
  fields: [
    text('landing.immersive.title', 'Titolo della parte', 160),
    text('landing.immersive.text', 'Testo', 1_000, { rows: 2 }),
    text('landing.howItWorks.title', 'Titolo dei passi', 160),
    titledList('landing.howItWorks.steps', 'Passi', 'passo', 8),
  ],
  details: [
    {
      kind: 'list',
      path: 'landing.immersive.clips',
      label: 'Anteprime della chat',
      hint: 'Si alternano accanto ai passi, senza suono.',
      one: 'anteprima',
      most: 12,
      fields: [
        text('title', 'Titolo', 160),
        { kind: 'video', path: 'sources', label: 'Video', hint: 'Verticale, 9:16, come uno schermo.' },
        {
          kind: 'picture',
          path: 'poster',
          label: 'Immagine finché non si muove',
          address: true,
          hint: 'Verticale, 9:16.',
        },
      ],
      empty: { title: '', poster: '', sources: [] },
    },
    titledList('landing.features', 'Riquadri', 'riquadro', 9),
    text('landing.soundtrack.title', 'Colonna sonora: titolo', 160),
    text('landing.soundtrack.text', 'Colonna sonora: testo', 1_000, { rows: 2 }),
    text('landing.soundtrack.placeholder', 'Colonna sonora: nel campo', 80),
    text('landing.soundtrack.button', 'Colonna sonora: pulsante', 40),
  ],
};

const end: BookPart = {
  slug: 'chiusura',
  label: 'Chiusura e colophon',
  anchor: '.final',
  fields: [
    text('landing.finalCta.title', 'Titolo', 160),
    text('landing.finalCta.text', 'Testo', 1_000, { rows: 2 }),
    text('landing.footer.text', 'Piè di pagina', 400, { rows: 2 }),
    text('landing.footer.note', 'Nota', 1_000, { rows: 3 }),
  ],
  details: [
    text('landing.finalCta.button', 'Pulsante', 40),
    text('landing.footer.buttonBuy', 'Piè di pagina: al libro', 40),
    titledList('landing.footer.colophon', 'Colophon', 'voce', 6),
  ],
};

const privacy: BookPart = {
  slug: 'privacy',
  label: 'Privacy',
  hint: 'Si apre in fondo alla pagina, da «Privacy e cookie».',
  anchor: '.footer',
  fields: [
    text('landing.controller.name', 'Chi risponde dei dati', 200, {
      hint: 'Nome e cognome, o la casa editrice. Se lo scrivi anche in «Impostazioni», «Lettori e privacy», vale quello.',
    }),
    text('landing.controller.contact', 'Dove scrivere', 300, { hint: 'Un indirizzo di posta che leggi.' }),
  ],
  details: [titledList('landing.privacy', 'Paragrafi', 'paragrafo', 20, 3_000)],
};

interface SheetPart {
  slug: string;
  label: string;
  groups: readonly BookPart[];
}

const ofOne = (group: BookPart, label = group.label): SheetPart => ({
  slug: group.slug,
  label,
  groups: [group],
});

export type BookSheetName = typeof bookSheet | typeof characterSheet;

/** The two sheets in which the book is written; they share its draft. */
export const bookSheets: Record<BookSheetName, { title: string; nav: string; parts: readonly SheetPart[] }> =
  {
    libro: {
      title: 'Il libro',
      nav: 'Parti del libro',
      parts: [
        ofOne(cover),
        ofOne(opening),
        { slug: 'trama', label: 'Trama e acquisto', groups: [story, purchase] },
        { slug: 'estratti', label: 'Estratti e audio', groups: [excerpts, audiobook] },
        ofOne(world),
        ofOne(experience),
        { slug: 'chiusura', label: 'In fondo e privacy', groups: [end, privacy] },
        { slug: articlesPart, label: 'Articoli', groups: [] },
        { slug: packagePart, label: 'Versioni e pacchetto', groups: [] },
      ],
    },
    personaggio: {
      title: 'Il personaggio',
      nav: 'Parti del personaggio',
      parts: [
        ofOne(character, 'Chi è'),
        ofOne(ownLife),
        ofOne(beforeReading),
        { slug: chaptersPart, label: 'Ricordi e capitoli', groups: [] },
        ofOne(everyday),
        ofOne(phrases, 'Frasi'),
      ],
    },
  };

export const bookParts: readonly BookPart[] = Object.values(bookSheets).flatMap(({ parts }) =>
  parts.flatMap(({ groups }) => groups),
);
