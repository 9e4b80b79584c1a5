import { withNames } from '#server/text/addressing.ts';
import { foldChatSpelling } from '#server/text/chat-spelling.ts';

/** What a short message asks of the answer before it. */
export type Continuation = 'more' | 'why' | 'read' | 'meaning' | 'repeat';

/** Whole messages, folded and without their marks; what may stand around them is in {@link padding}. */
const phrases: Readonly<Record<Continuation, string>> = {
  more: `e poi|e dopo|poi|dopo|e allora|e quindi|quindi|allora|continua|continua pure|continua a raccontare|vai avanti|va avanti|avanti
    |vai|prosegui|e dopo che e successo|e poi che e successo|e poi cosa e successo|cosa e successo dopo|che e successo dopo
    |e poi com e andata|com e andata dopo|com e andata a finire|e come e andata|dimmi di piu|dimmi altro|raccontami di piu
    |racconta di piu|ancora|altro|c e altro|e basta|tutto qui|dimmi il resto|il resto|il seguito|e il resto|e come va avanti
    |e poi che hai fatto|e poi cosa hai fatto|e dopo che hai fatto|e dopo cosa hai fatto|poi che hai fatto|poi cosa hai fatto
    |che hai fatto dopo|cosa hai fatto dopo`,
  why: `perche|e perche|ma perche|perche mai|come mai|e come mai|per quale motivo|per quale ragione|in che senso perche|perche no
    |perche l hai fatto|perche lo hai fatto|perche lo fai|perche l ha fatto|perche lo fa|perche lo dici
    |perche dici cosi|perche si|perche questo|perche cosi`,
  read: `leggimelo|leggimela|leggilo|leggi|leggi pure|leggimi|leggimi il pezzo|leggimi quel pezzo|leggimi quella parte
    |leggimi come era scritto|com e scritto|come e scritto|come e scritto nel libro|com era scritto|come c e scritto
    |com e scritto nel libro|cosa c e scritto|che cosa c e scritto|cosa dice il libro|che dice il libro|che cosa dice il libro
    |le parole esatte|dimmi le parole esatte|parola per parola|dimmelo parola per parola|testualmente|citamelo|citami il pezzo
    |citazione|me lo leggi|me la leggi|me lo puoi leggere|puoi leggermelo|fammi leggere|voglio leggerlo|con le parole del libro
    |dimmelo con le parole del libro|come lo racconta il libro`,
  meaning: `cosa intendi|che intendi|che cosa intendi|cosa intendi dire|che intendi dire|cosa vuoi dire|che vuoi dire|che vuol dire
    |cosa vuol dire|cosa significa|che significa|che cosa significa|che cosa vuol dire|in che senso|cioe|non ho capito|non capisco|non ti seguo
    |spiegati|spiegati meglio|spiegami meglio|spiegamelo|me lo spieghi|me lo spieghi meglio|puoi spiegarmelo|che`,
  repeat: `ripeti|ripetilo|ripetimelo|puoi ripetere|me lo ripeti|lo puoi ripetere|come hai detto|cosa hai detto|che hai detto|ridillo
    |ridimmelo|dimmelo di nuovo|dillo di nuovo|di nuovo|ancora una volta|un altra volta|ripeti la risposta|non ho sentito`,
};

const continuations = new Map<string, Continuation>();
for (const [name, list] of Object.entries(phrases)) {
  // The entries of a record of this type have its keys.
  for (const phrase of list.split('|'))
    continuations.set(phrase.trim().replace(/\s+/g, ' '), name as Continuation);
}

/** Words that change nothing: «ok e poi?», «ma perché, scusa?», «continua dai ti prego». */
const padding = withNames(
  (names) =>
    new RegExp(
      `^(?:(?:ok|ma|si|ah|dai|scusa|senti|eh|mh|allora|ahah|bello|wow|${names}) )+|(?: (?:dai|scusa|${names}|pure|per favore|ti prego|grazie|su|eh|allora))+$`,
      'g',
    ),
);

/** «Boh non ti seguo, più semplice»: lost, however it is put, in a message too short to say of what else. */
const lost = /\bnon (ti |te )?(seguo|capisco)\b|\bnon ci (ho )?capi(sco|to)\b|\bpiu (semplice|facile)$/;
const mostLostWords = 7;

/** What the message asks of the answer before it, when it asks nothing else. */
export function continuationOf(message: string): Continuation | undefined {
  const bare = foldChatSpelling(message)
    .replace(/[^\p{L}\p{N} ]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
  const found = continuations.get(bare) ?? continuations.get(bare.replace(padding(), ''));
  return found ?? (lost.test(bare) && bare.split(' ').length <= mostLostWords ? 'meaning' : undefined);
}
