import type { everydayActs, lifeTopics } from '#shared/contracts/book.ts';
import { lines, text } from '../kit/field-kinds.ts';
import type { BookPart } from './part-types.ts';

export const character: BookPart = {
  slug: 'personaggio',
  label: 'Il personaggio',
  page: '/chat',
  fields: [
    text('character.name', 'Come si chiama', 60),
    text('character.line', 'Quanti anni ha e che cosa fa', 200, {
      hint: 'Come «Diciassette anni, apprendista».',
    }),
    text('character.persona', 'Chi è e come parla', 8_000, {
      rows: 16,
      hint: 'Lo legge il modello linguistico, non i lettori: come «Sei un burattino di legno, impertinente e di buon cuore. Parli toscano.» Le regole contro gli spoiler ci sono già. Niente di quello che il libro svela: qui tutto conta come già noto.',
    }),
    text('character.greeting', 'Il saluto', 1_500, {
      rows: 6,
      hint: 'Il primo messaggio, per chi arriva la prima volta.',
    }),
  ],
  details: [text('character.chatDescription', 'Per i motori di ricerca', 300, { rows: 2 })],
};

export const beforeReading: BookPart = {
  slug: 'livello-zero',
  label: 'Prima di leggere',
  hint: 'Che cosa dice a chi non ha ancora sbloccato niente.',
  page: '/chat',
  fields: [
    {
      kind: 'list',
      path: 'character.levelZero',
      label: 'Risposte',
      one: 'risposta',
      most: 40,
      fields: [text('topic', 'Quando gli chiedono', 80), text('text', 'Risponde', 600, { rows: 3 })],
      empty: { topic: '', text: '' },
    },
    lines('character.voice.suggestions.first', 'Domande proposte prima di leggere'),
    lines('character.voice.suggestions.latest', 'Domande proposte dopo'),
  ],
};

const perLine = 'Una frase per riga: ne sceglie una per volta.';
const withNumber = '{n} diventa il numero della sezione.';
const withWords = '{parole} diventa chi o che cosa di suo nomina il lettore: «tua sorella».';

export const phrases: BookPart = {
  slug: 'frasi',
  label: 'Frasi del personaggio',
  hint: 'Le dice a qualunque lettore: non devono nominare niente di quello che il libro svela.',
  page: '/chat',
  fields: [
    lines('character.deflections', 'Se gli chiedono quello che viene dopo', perLine),
    lines('character.nameDeflections', 'Se gli chiedono di qualcuno che non conosce', perLine),
    lines('character.voice.nothingAfter', 'Alla fine di quello che è sbloccato', perLine),
    lines('character.unlocked', 'Quando un codice è accettato', withNumber),
    lines('character.voice.unsure', 'Quando non sa rispondere'),
  ],
  details: [
    lines('character.voice.noticing', 'Nella prima risposta dopo un codice', withNumber),
    lines('character.voice.doubtful', 'Prima di un ricordo che forse non risponde'),
    lines('character.voice.supposing', 'A un «e se…?» di cui non ha ricordi'),
    lines('character.voice.ofHimself', 'A un «piangi mai?» di cui non ha ricordi'),
    lines('character.voice.anything', 'A chi non chiede niente'),
    lines('character.voice.echoes', 'A chi racconta di sé', withWords),
    lines('character.voice.quietEchoes', 'A chi racconta qualcosa di triste', withWords),
    lines('character.voice.gladEchoes', 'A chi racconta qualcosa di bello', withWords),
    lines('character.voice.advice', 'A chi gli chiede che cosa fare'),
    lines('character.voice.opinions', 'A chi gli chiede che cosa ne pensa'),
    lines('character.voice.quoteLeads', 'Prima di leggere un brano'),
    lines('character.voice.quoteUnsure', 'Prima di un brano, se non è sicuro'),
    lines('character.voice.again', 'Se gli chiedono due volte la stessa cosa'),
    lines('character.voice.nothingToAdd', 'Se non ha altro da dire'),
    lines('character.voice.plainly', 'Se lo rispiega più corto', '{x} diventa la risposta corta.'),
    lines('character.voice.nothingToRead', 'Se non c’è ancora niente da leggere'),
    lines('character.voice.brokenOff', 'Se la risposta si interrompe'),
    lines('character.voice.recap.before', 'Prima del riassunto'),
    lines('character.voice.recap.after', 'Dopo il riassunto'),
    text('character.voice.recap.empty', 'Riassunto, quando non c’è niente', 500, { rows: 2 }),
  ],
};

type EverydayAct = (typeof everydayActs)[number];

const everydayLabels: Record<EverydayAct, string> = {
  saluto: 'A chi saluta',
  bentornato: 'A chi torna',
  come_stai: '«Come stai?»',
  congedo: 'A chi se ne va',
  grazie: 'A chi ringrazia',
  scuse: 'A chi chiede scusa',
  risata: 'A chi ride',
  ok: 'A un «ok»',
  complimento: 'A un complimento',
  insulto: 'A un insulto',
  noia: 'A chi si annoia',
  sei_un_bot: '«Sei un bot?»',
  sei_vero: '«Sei vero?»',
  chi_sei: '«Chi sei?»',
  che_fai_oggi: '«Che fai?»',
  amicizia: '«Siamo amici?»',
  che_pensi_di_me: '«Che pensi di me?»',
  barzelletta: '«Raccontami una barzelletta»',
};

const everydayFields = Object.entries(everydayLabels).map(([act, label]) =>
  lines(`character.everyday.${act}`, label),
);

/** The first of them are what nearly every reader says. */
const mostSaid = 6;

export const everyday: BookPart = {
  slug: 'ogni-giorno',
  label: 'Ogni giorno',
  hint: `${perLine} Dove non c’è niente dice una frase breve che va bene per chiunque.`,
  page: '/chat',
  fields: everydayFields.slice(0, mostSaid),
  details: everydayFields.slice(mostSaid),
};

const lifeLabels: Record<(typeof lifeTopics)[number], string> = {
  quanti_anni_hai: 'Età',
  aspetto: 'Aspetto',
  casa: 'Casa',
  famiglia: 'Famiglia',
  lavoro: 'Mestiere',
  amore: 'Amore',
  amici: 'Amici',
  scuola: 'Scuola',
  fede: 'Fede',
  cibo: 'Cibo',
  musica: 'Musica',
  passioni: 'Che cosa gli piace',
  paura: 'Paura',
  sogni: 'Sogni',
  rimpianti: 'Rimpianti',
  carattere: 'Carattere',
  infanzia: 'Infanzia',
  animali: 'Animali',
  salute: 'Salute',
  lingua: 'Lingua',
};

const lifeFields = Object.entries(lifeLabels).map(([topic, label]) =>
  text(`character.life.${topic}`, label, 400, { rows: 2 }),
);

export const ownLife: BookPart = {
  slug: 'vita',
  label: 'La sua vita',
  hint: 'Con parole sue, come «Vivo sopra il forno, con mio zio». Lo dice a chi glielo chiede: niente di quello che il libro svela.',
  page: '/chat',
  fields: lifeFields.slice(0, mostSaid),
  details: lifeFields.slice(mostSaid),
};
