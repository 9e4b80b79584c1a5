import { hashText } from '../text/lines.ts';
import { least } from './choice.ts';
import { speech, type Reply, type Scene } from './scene.ts';
import { topicOf } from './topic.ts';

const sadLife =
  /^(giornataccia|brutto_voto|litigio|lavoro_perso|fine_amore|malattia\w*|lutto|solitudine|ansia|stanchezza|rabbia|nostalgia|tristezza)$/;
const gladLife = /^(buona_notizia)$/;
const toldLife = /^(racconta_\w+|bentornato|e_tu|amicizia|consiglio_\w+)$/;

/** What the reader tells of their own life, where no act is sure of it: a word of how it sounds, and a question about the very thing. */
export function listen(scene: Scene): Reply | undefined {
  const { state, choices } = scene;
  if (state.asks) return undefined;
  const [first] = choices;
  const sumOf = (pattern: RegExp) =>
    choices.reduce(
      (sum, { entry, likelihood }) => sum + (entry.act && pattern.test(entry.act.id) ? likelihood : 0),
      0,
    );
  const [sad, glad, told] = [sumOf(sadLife), sumOf(gladLife), sumOf(toldLife)];
  if (isLeaving(scene) || (first?.entry.card && first.likelihood >= 0.4)) return undefined;
  const isGeneral = first?.entry.act !== undefined && toldLife.test(first.entry.act.id);
  if (first?.entry.act && first.likelihood >= (isGeneral ? surely.general : surely.other)) return undefined;
  if (first?.entry.wish && first.likelihood >= least.say) return undefined;
  const isOfStory = state.names.size > 0 && !state.mine;
  if (isOfStory || !(state.mine || sad + glad + told > 0.2)) return undefined;
  return echo(scene, sad > 0.3 && sad > glad ? 'quietEchoes' : glad > 0.3 ? 'gladEchoes' : 'echoes');
}

/** A line about the very thing a reader speaks of, where a noun stands out; else one that fits anything told. */
export function echo(
  { request, dialogue, voice }: Scene,
  kind: 'echoes' | 'quietEchoes' | 'gladEchoes',
): Reply {
  const lines = voice[kind].length > 0 ? voice[kind] : voice.echoes;
  const topic = topicOf(request.question);
  const isAboutIt = (line: string) => /\{parole\}/i.test(line);
  const fitting = lines.filter((line) => isAboutIt(line) === (topic !== undefined));
  if (topic === undefined) return speech(dialogue.choose(fitting.length > 0 ? fitting : voice.anything));
  // The same sentence about another thing is the same sentence: they take turns.
  const turn = Math.floor(request.told.length / 2) + (hashText(request.question) % 2);
  return speech(fillTopic(fitting[turn % fitting.length] ?? topic, topic));
}

const fillTopic = (line: string, topic: string) =>
  line.replace('{parole}', topic).replace('{Parole}', topic.charAt(0).toUpperCase() + topic.slice(1));

/** From this likelihood on a card is told to somebody who seems to take leave. */
const likelierThanLeave = 0.5;

/** Leave is taken where no other act is likelier, and no card is nearly sure. */
export function isLeaving({ state, choices }: Scene): boolean {
  const [first] = choices;
  const act = choices.find(({ entry }) => entry.act);
  if (state.asks || act?.entry.act?.id !== 'congedo' || act.likelihood < 0.2) return false;
  return first?.entry.card === undefined || first.likelihood < likelierThanLeave;
}
/** From these likelihoods on an act's own line is said: the general ones say less than a question about the very thing. */
const surely = { general: 0.95, other: 0.7 };
