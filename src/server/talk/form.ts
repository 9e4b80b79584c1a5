import { ModelError } from '../model/types.ts';
import { escapePattern } from '../text/escape-pattern.ts';
import { fold } from '../text/italian.ts';

/** Checks what a hosted model writes for its form: that it is speech of the character and nothing around it. */
export interface SpeechForm {
  /** A reply, sentence by sentence. */
  begin(): Speech;
}

interface Speech {
  /**
   * What of a sentence may be said, `''` when nothing. `ended`: nothing of the reply may follow.
   *
   * @throws ModelError `malformed` when the sentence gives the prompt away
   */
  take(sentence: string): { text: string; ended: boolean };
  /** The last words, closed as a sentence. @throws ModelError `malformed` when nothing of the reply was speech */
  finish(rest: string): string;
}

/** The longest reply, in characters. */
export const longestReply = 1_200;
/** A run of the rules' words that is no chance; of what the character may say of himself it must be longer. */
const leakingRun = { rules: 6, self: 9 } as const;

const readerMark = /<\s*\/?\s*lettore\s*>/i;
/** Words that only the prompt writes so. */
const promptMarks =
  /\bLIVELLO \d|\bMEMORIA\b|\bREGOLE\b|\bESEMPI\b|\bDi chi ti scrive sai\b|\bADESSO\b[:.]|<\/?lettore>|system prompt|prompt di sistema/;
const boilerplate = new RegExp(
  [
    'as an? (ai|artificial|language|large language|assistant)',
    "i(’|')?m (sorry|an? (ai|language model))\\b",
    "i (can(’|')?t|cannot|am unable to) (help|assist|comply|continue|provide)",
    "(come|in quanto|essendo|sono)( un(’|')?a?)? ?(modello (linguistico|di linguaggio)|intelligenza artificiale|assistente (virtuale|ai|ia)|chatbot)",
    'non posso (aiutarti|assisterti) con (questa|questo|la tua)',
    '(lo siento|je suis désolée?|es tut mir leid)',
    'c’è altro in cui posso aiutarti|come posso aiutarti|posso aiutarti (con|in) altro',
  ].join('|'),
  'i',
);
const assistantOpening =
  /^(certo|certamente|assolutamente|ottima domanda|bella domanda|con piacere|volentieri)!+$/i;
/** Words of a script that is not ours, with their own stops. */
const otherScripts =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}]+[\s。，！？、؟]*){2,}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}[。，！？、\s]*/gu;
/** Small words by which a language is known. */
const foreignWords =
  /^(the|and|you|your|is|are|was|of|to|that|this|with|for|have|not|what|can|will|it|my|we|do|be|los|las|el|que|esta|muy|pero|por|les|des|est|vous|je|une|pas|avec|und|der|die|das|ist|ich|nicht|ein)$/;
const italianWords =
  /^(il|lo|la|gli|le|un|una|di|del|della|che|e|non|ho|hai|ha|mi|ti|si|ci|per|con|da|al|alla|in|nel|su|ma|se|sono|sei|piu|come|qui|io|tu)$/;

/** @param rules texts that may not be repeated; @param self what the character may partly say of himself */
export function createSpeechForm({
  name,
  rules,
  self,
}: {
  name: string;
  rules: string;
  self: string;
}): SpeechForm {
  const ruleRuns = runsOf(rules, leakingRun.rules);
  const selfRuns = runsOf(self, leakingRun.self);
  const named = escapePattern(name);
  const label = new RegExp(`^\\s*(?:\\[\\s*${named}\\s*\\]\\s*>?|${named}\\s*[>:])\\s*`, 'i');

  /** The lines of a sentence as they are said; `ended` where the model goes on in the reader's place. */
  function linesOf(sentence: string): { text: string; ended: boolean } {
    const lines: string[] = [];
    for (const raw of sentence.split('\n')) {
      if (droppedLine.test(raw)) continue;
      const line = withoutMarkup(raw).replace(label, '');
      if (readersLabel.test(line)) return { text: lines.join('\n'), ended: true };
      lines.push(line);
    }
    return { text: lines.join('\n'), ended: false };
  }

  function begin(): Speech {
    let said = '';
    let inReadersWords = false;
    let repeated = 0;
    const sentences = new Set<string>();

    /** Without what stands between the reader's marks, which may be opened in one sentence and closed in another. */
    function withoutReadersWords(sentence: string): string {
      let kept = '';
      for (let left = sentence; ;) {
        const mark = readerMark.exec(left);
        if (!inReadersWords) kept += mark ? left.slice(0, mark.index) : left;
        if (!mark) return kept;
        inReadersWords = !mark[0].includes('/');
        left = left.slice(mark.index + mark[0].length);
      }
    }

    function take(sentence: string): { text: string; ended: boolean } {
      const { text, ended } = linesOf(withoutReadersWords(sentence));
      const words = wordsOf(text);
      if (
        promptMarks.test(text) ||
        hasRun(words, ruleRuns, leakingRun.rules) ||
        hasRun(words, selfRuns, leakingRun.self)
      )
        throw new ModelError('malformed', 'the answer repeats the prompt');
      if (words.length === 0 && !/[…!?]/.test(text)) return { text: '', ended };
      if (isBoilerplate(text.trim(), words)) return { text: '', ended };
      const key = words.join(' ');
      if (words.length > 2 && sentences.has(key)) {
        repeated += 1;
        return { text: '', ended: ended || repeated > 1 };
      }
      sentences.add(key);
      if (said.length + text.trimEnd().length > longestReply)
        return { text: said.trim() ? '' : shortened(text), ended: true };
      said += text;
      return { text, ended };
    }

    return {
      take,
      finish(rest) {
        const { text } = take(rest);
        const closed = /[\p{L}\p{N},;:–-]\s*$/u.test(text) ? text.trimEnd().replace(/[,;:–-]*$/, '.') : text;
        if (!said.trim() && !closed.trim())
          throw new ModelError('malformed', 'nothing of the answer was speech');
        return closed;
      },
    };
  }

  return { begin };
}

/** The model writes what the reader would say next. */
const readersLabel = /^\s*(?:\[\s*user\s*\]\s*>?|(?:user|human|utente|lettore|lettrice)\s*[:>])/i;
/** Headings, fences, rules, table rows, section heads of the memory, a number without its item. */
const droppedLine =
  /^\s*(?:#{1,6}\s|```|~~~|[-*_]{3,}\s*$|\|.*\|\s*$|\[\d+(?:[.–].*)?\]\s*$|\[?\d+[.)]\s*$|[^[\]]{1,80}\]\s*$)/;

function withoutMarkup(line: string): string {
  return line
    .replace(/^\s*(?:[-*•]|\d+[.)]|>)\s+/, '')
    .replace(/!?\[([^\]\n]+)\]\([^)\s]*\)/g, '$1')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(otherScripts, '')
    .replace(/`+/g, '')
    .replaceAll('**', '');
}

function isBoilerplate(text: string, words: readonly string[]): boolean {
  if (boilerplate.test(text.replaceAll("'", '’')) || assistantOpening.test(text)) return true;
  if (words.length < 6) return false;
  const foreign = words.filter((word) => foreignWords.test(word)).length;
  const italian = words.filter((word) => italianWords.test(word)).length;
  return foreign >= 3 && foreign > italian * 2;
}

/** A first sentence that is longer than a reply may be, up to its last comma or word. */
function shortened(text: string): string {
  const start = text.slice(0, longestReply - 1);
  const at = Math.max(start.lastIndexOf(','), start.lastIndexOf(';'));
  return `${start.slice(0, at > longestReply / 2 ? at : start.lastIndexOf(' ')).trimEnd()}…`;
}

const wordsOf = (text: string) => fold(text.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? [];

function runsOf(text: string, length: number): Set<string> {
  const words = wordsOf(text);
  return new Set(words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' ')));
}

function hasRun(words: readonly string[], runs: ReadonlySet<string>, length: number): boolean {
  for (let at = 0; at + length <= words.length; at += 1)
    if (runs.has(words.slice(at, at + length).join(' '))) return true;
  return false;
}
