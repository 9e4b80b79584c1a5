import { least } from './choice.ts';
import { fillLine } from '../text/lines.ts';
import { speech, type Reply, type Scene } from './scene.ts';
import { ownTopic } from './topic.ts';

const sadLife =
  /^(giornataccia|brutto_voto|litigio|lavoro_perso|fine_amore|malattia\w*|lutto|solitudine|ansia|stanchezza|rabbia|nostalgia|tristezza)$/;
const gladLife = /^(buona_notizia)$/;
const toldLife = /^(racconta_\w+|bentornato|e_tu|amicizia|consiglio_\w+)$/;

/** What the reader tells of their own life, where no act is sure of it: a word of how it sounds. */
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

/** A line about whom or what of their own a reader speaks of; else one that fits anything told. */
export function echo(
  { request, dialogue, voice }: Scene,
  kind: 'echoes' | 'quietEchoes' | 'gladEchoes',
): Reply {
  const topic = ownTopic(request.question);
  const isAboutIt = (line: string) => line.includes('{');
  const pools = [voice[kind], voice.echoes, voice.anything].flatMap((pool) => [
    topic === undefined ? [] : pool.filter(isAboutIt),
    pool.filter((line) => !isAboutIt(line)),
  ]);
  const line = dialogue.choose(pools.find((pool) => pool.length > 0) ?? []);
  return speech(topic === undefined ? line : fillLine(line, { parole: topic, Parole: topic }));
}

/** From this likelihood on a card is told to somebody who seems to take leave. */
const likelierThanLeave = 0.5;

/** Leave is taken where no other act is likelier, and no card is nearly sure. */
export function isLeaving({ state, choices, request }: Scene): boolean {
  const [first] = choices;
  if (request.history.length === 0) return false;
  const act = choices.find(({ entry }) => entry.act);
  if (state.asks || act?.entry.act?.id !== 'congedo' || act.likelihood < 0.2) return false;
  return first?.entry.card === undefined || first.likelihood < likelierThanLeave;
}
/** From these likelihoods on an act's own line is said: the general ones say less than a line that fits anything. */
const surely = { general: 0.95, other: 0.7 };
