import { least } from './choice.ts';
import { replyAfter, speech, type Reply, type Scene } from './scene.ts';
import { sayCard } from './telling.ts';
import { contentStems } from './words.ts';

/** What says that a correction follows: «no, intendevo», «mi sono spiegato male», «volevo chiederti». */
const cues =
  /(?:intend(?:evo|eva|o)|vol(?:evo|eva|evi)(?: (?:solo|piuttosto))? (?:dire|scrivere|chieder\p{L}*|sapere|dicere)|parlav(?:o|a) d\p{L}*|mi (?:sono|so) (?:spiegat|espress)[oa] male|(?:mi )?hai (?:letto|capito|frainteso)(?: male)?|non (?:ti )?ho chiesto|ti (?:avevo|ho) chiesto|non hai capito|non mi hai risposto|(?:cosa|che) c['’]entra)[ ,.:!?]*/giu;
const opening = /^(?:(?:no+|ma|eh|scusa|scusi|aspetta|aspe|guarda|allora|ok)[ ,.!:]+)+/iu;
/** «Non i fogli», «mica lui». */
const negated =
  /(?<!\p{L})(?:non|mica) (?:(?:di|a|la|il|lo|le|i|gli|lui|lei|loro|quell[oaie]|una?)(?: |['’](?=\p{L})))?(?:\p{L}+[ ,.]*)/giu;
const isNo = /^(?:no+|non|ma no|macché|aspetta)[ ,.!]/iu;

/** What is meant, of a message that corrects: after the last cue, without what it says no to. */
function meantBy(question: string): string {
  const last = [...question.matchAll(cues)].at(-1);
  const after = last ? question.slice(last.index + last[0].length) : question;
  const meant = contentStems(after).length > 0 ? after : question.replace(cues, ' ');
  return meant.replace(opening, '').replace(negated, ' ').replace(/\s+/g, ' ').trim();
}

/** Who corrects means something: from this likelihood on it is said. */
const leastMeant = 0.05;

export async function correct(scene: Scene): Promise<Reply | undefined> {
  const { request, state, dialogue, acts } = scene;
  const [choice] = scene.choices;
  const wish = (choice?.likelihood ?? 0) >= least.say ? choice?.entry.wish : undefined;
  const asksAgain = wish === 'domanda_di_prima';
  const hasCue = request.question.search(cues) >= 0 && request.history.length > 0;
  if (
    !asksAgain &&
    wish !== 'correzione' &&
    !(
      hasCue &&
      (isNo.test(request.question) || /intend|spiegat|espress|frainteso|capito male/iu.test(request.question))
    )
  )
    return undefined;
  const asked = request.history
    .filter(({ role, content }) => role === 'user' && content.length > 3)
    .map(({ content }) => content);
  const before = asked.at(-1) ?? '';
  const meant = meantBy(request.question);
  const hasWords = !asksAgain && contentStems(meant).length > 0;
  const texts = hasWords
    ? [meant, `${meant} ${state.subjectNames.join(' ')}`, `${before} ${meant}`]
    : [before, asked.at(-2) ?? ''];
  const found = (await scene.lookUp(texts.filter((text) => text.trim() !== ''))).find(
    ({ entry }) => entry.card && !dialogue.wasSaid(entry.card.says),
  );
  if (found && found.likelihood >= leastMeant && found.entry.card) {
    const lead = dialogue.choose(scene.empty.correzione);
    return replyAfter(lead, sayCard(scene, found.entry.card));
  }
  const line = acts.lineFor('non_ho_capito', scene);
  return line === undefined ? undefined : speech(line);
}
