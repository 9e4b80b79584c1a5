import { sentences } from '../text/italian.ts';
import { confidenceIn, findCards, namesIn, type CardMatch } from './card-search.ts';
import { readMessage } from './message.ts';
import { speech, type Reply, type Scene } from './scene.ts';
import { rankMatches } from './telling.ts';
import { contentTerms } from './terms.ts';

/** «Chi è Irja e dove vive?»: what stands before and after the word that asks the second time. */
const joinedQuestions =
  /^(.*?\p{L}[^?]*?),? (?:e|ed) ((?:poi |anche )?(?:(?:a|da|di|con|in|per|su) )?(?:chi|che|cosa|cos['’]|dove|dov['’]|quando|come|com['’]|quant[oaie]|qual[ei]?|perché|perche|perchè)(?!\p{L}).*)$/isu;
/** «Chi è», «che cos’è»: who or what comes after it is what both halves are about. */
const whoOrWhatIs = /^.*?(?<!\p{L})(?:chi|cosa|cos|che)\s?['’]?\s?(?:è|e|era|sono|erano)(?!\p{L})/iu;

/** The two questions of a message, the second with whom the first is about where it names nobody itself; none of other messages. */
export function twoQuestionsIn(message: string, isName: (text: string) => boolean): readonly string[] {
  const asking = sentences(message).filter((sentence) => sentence.trimEnd().endsWith('?'));
  const [first = '', second = ''] =
    asking.length === 2 ? asking : (joinedQuestions.exec(message)?.slice(1) ?? []);
  if (!readMessage(`${first.replace(/[?\s]+$/u, '')}?`).open || !readMessage(second).open) return [];
  if (isName(second)) return [first, second];
  const named =
    first
      .match(/\p{L}+/gu)
      ?.filter(isName)
      .join(' ') ?? '';
  const about = named || (whoOrWhatIs.test(first) ? first.replace(whoOrWhatIs, '') : '');
  return [first, `${second.replace(/[?\s]+$/u, '')} ${about.replace(/[?\s]+$/u, '')}?`.replace(/ +\?/u, '?')];
}

/** How likely each of two cards must be for both to be told, and the words of the two together. */
const leastConfidence = 0.2;
const mostWords = 60;

/** Both answers to a message that asks twice, where each half finds a card of its own. */
export function tellBoth(scene: Scene): Reply | undefined {
  const { request, cards, dialogue } = scene;
  const halves = twoQuestionsIn(request.question, (text) => namesIn(text, cards).size > 0);
  const [first, second] = halves.map((question) => {
    const asked = { ...scene, message: readMessage(question), request: { ...request, question } };
    const matches = rankMatches(asked, findCards(question, cards));
    return contentTerms(question).size > 0 && confidenceIn(matches) >= leastConfidence
      ? matches[0]
      : undefined;
  });
  if (!first || !second || first.card === second.card) return undefined;
  const said = [first, second].map(({ card }: CardMatch) => card.says);
  const words = said.join(' ').split(/\s+/).length;
  return words > mostWords || said.some(dialogue.wasSaid) ? undefined : speech(said.join(' '));
}
