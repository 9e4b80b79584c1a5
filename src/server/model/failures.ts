import type { ModelFailure } from './types.ts';

/** Failures that will not pass by themselves: only the author can mend them. */
const toMend = new Set<ModelFailure>(['retired', 'wrong-address', 'bad-key', 'refused', 'exhausted']);

export function isToMend(failure: ModelFailure): boolean {
  return toMend.has(failure);
}

const sentences: Record<ModelFailure, (model: string) => string> = {
  retired: (model) =>
    `Il modello «${model}» non c’è più o non è del tuo piano: scegline un altro nelle impostazioni, oppure con GROQ_MODEL.`,
  'wrong-address': () =>
    'Questo indirizzo non conosce la chiamata: controllalo nelle impostazioni (o in GROQ_BASE_URL); di solito finisce in /v1, come http://127.0.0.1:11434/v1.',
  'bad-key': () =>
    'Il fornitore non accetta la chiave: controllala nelle impostazioni (o in GROQ_API_KEY), oppure creane una nuova.',
  refused: (model) =>
    `Il fornitore rifiuta le richieste al modello «${model}»: controlla i permessi della chiave e del piano.`,
  exhausted: () =>
    'Il piano presso il fornitore è esaurito: aspetta che si rinnovi, oppure passa a un piano più grande.',
  'rate-limited': () => 'Il fornitore ha ricevuto troppe richieste in un minuto: riprova fra poco.',
  'too-large': () => 'Il testo è troppo lungo per una richiesta del tuo piano.',
  unreachable: () => 'Il fornitore non si raggiunge: controlla la connessione del server, poi riprova.',
  interrupted: () => 'La risposta del fornitore si è interrotta a metà: riprova.',
  withheld: () => 'La guardia anti-spoiler ha trattenuto la risposta.',
  malformed: () => 'Il modello non ha risposto come il personaggio: la risposta è stata scartata.',
  capped: () =>
    'È raggiunto il tetto di spesa che hai messo: fino ad allora risponde il personaggio incorporato.',
};

/** What the author reads of a failure: what happened and what to do, in one Italian sentence. */
export function failureSentence(failure: ModelFailure, model: string): string {
  return sentences[failure](model);
}
