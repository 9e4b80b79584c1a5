import { openModel, type ActModel } from '#server/acts/model.ts';
import { createHelpFeatures } from './features.ts';
import type { HelpForms } from './texts.ts';

/** What the classifier takes a message for, if it is danger or pain at all. */
export interface Guess {
  tier: 'A' | 'B';
  kind: string;
  /** That it is one or the other, 0–1. */
  probability: number;
  /** Probable enough to be believed without the grammar. */
  isSure: boolean;
}

/** The classifiers as they are shipped. */
export interface HelpModel {
  /** Danger («A»), pain («B») and what is neither. */
  tiers: ActModel;
  /** The kinds of both. */
  kinds: ActModel;
}

/** A word or two say too little to be guessed from: what can be said in so few, the grammar knows. */
const fewestWords = 3;
/** A part of a message is read by itself when it is this long. */
const fewestOfPart = 3;
/** A message is read in parts when it is longer than this. */
const longestWhole = 12;
/** From this probability on pain is believed: less than danger needs, for less is said to who only sounds like it. */
const enoughForPain = 0.65;
const partEnds = /[.!?;:\n]+|, | (?:ma|però|pero|comunque|cmq|poi) /;

/** Name, age and home: words the classifier has not met seem grave to it, and there is nothing grave in them. */
const introducing =
  /(?<!\p{L})(?:[Mm]i chiamo \p{L}+|(?:[Ii]o )?[Ss]ono(?: (?:di|nat[oa] [ai]n?))? \p{Lu}\p{L}+|(?:[Vv]engo da|[Aa]bito a|[Vv]ivo a|[Ss]to a) \p{Lu}\p{L}+|(?:[Hh]o|[Ff]accio|[Cc]ompio) (?:\d{1,3}|\p{L}*(?:ant|vent|trent|dic|quattr|cinqu|nov|ott|sett|sei|tre)\p{L}*)[ '’]anni)(?!\p{L})/gu;
/** «E non ci speravo più»: goes on with what was said before, and not of what its writer is about to do. */
const goingOn = /^e /i;
/** «Mi racconti qualcosa»: he is asked to tell, and nothing is told. */
const askingHim =
  /^(?:(?:e|ma|dai|senti|allora|ora|adesso),? )*(?:(?:mi|ci) (?:racconti|spieghi|dici|leggi|consigli|insegni|parli|descrivi|reciti|canti)|raccontami|raccontaci|spiegami|leggimi|consigliami|insegnami|parlami|descrivimi)\b/i;
const longestRequest = 8;
/** «Devo scappare, a domani»: in a hurry, when nothing but a leave is said with it. */
const inHurry =
  /^(?:(?:adesso|ora|scusa|ok|dai|grazie|uffa|ma|oddio),? )*(?:devo (?:scappare|fuggire|correre|volare|filare)|scappo)(?:(?:,| che| perch[eé])? (?:(?:ti |vi )?saluto|ciao|(?:a|ci (?:vediamo|sentiamo)) (?:dopo|domani|presto|stasera)|(?:domani|dopo|stasera|poi) (?:continuo|torno|riprendo|ti scrivo)|buonanotte|[eè] (?:tardi|ora di cena)|sono in ritardo|ho (?:lezione|allenamento|una riunione)|a (?:lezione|scuola|cena|tavola)|al lavoro|in ufficio))*[.! ]*$/i;
const ownVoice =
  /(?<!\p{L})(?:io|mi|me|m['’]|mio|mia|miei|mie|ho|c['’]ho|sono|sn|sto|voglio|vorrei|posso|faccio|prendo|vivo|\p{L}+(?:isco|ssi|rò|rei))(?!\p{L})/iu;

/** The classifier's guess at a message: of the whole of it, or of what is gravest in a longer one. */
export function createSuspicion(model: HelpModel, forms: HelpForms): (message: string) => Guess | undefined {
  const featuresOf = createHelpFeatures(forms);
  const tiersOf = openModel(model.tiers);
  const kindsOf = openModel(model.kinds);
  const placeOf = { A: model.tiers.classes.indexOf('A'), B: model.tiers.classes.indexOf('B') };
  const kinds = model.kinds.classes.flatMap((name, at) => {
    const [, tier, kind] = /^([AB])\/(.+)$/.exec(name) ?? [];
    return kind === undefined ? [] : [{ at, tier, kind }];
  });

  function guess(text: string): Guess {
    const features = featuresOf(text);
    const tiers = tiersOf(features);
    const danger = tiers[placeOf.A] ?? 0;
    const pain = tiers[placeOf.B] ?? 0;
    // Danger wins over pain unless pain is clearly what it is.
    const tier = danger >= pain / 2 ? 'A' : 'B';
    const probabilities = kindsOf(features);
    const best = kinds
      .filter((one) => one.tier === tier)
      .reduce((a, b) => ((probabilities[b.at] ?? 0) > (probabilities[a.at] ?? 0) ? b : a));
    const probability = danger + pain;
    return {
      tier,
      kind: best.kind,
      probability,
      isSure: probability >= (tier === 'B' ? enoughForPain : model.tiers.threshold),
    };
  }

  return (message) => {
    if (countWords(message.replace(introducing, ' ')) < fewestWords) return undefined;
    if (goingOn.test(message) && !ownVoice.test(message)) return undefined;
    if (inHurry.test(message)) return undefined;
    if (askingHim.test(message) && countWords(message) <= longestRequest) return undefined;
    const parts =
      countWords(message) <= longestWhole || message.trim().endsWith('?') ? [] : message.split(partEnds);
    return parts
      .filter((part) => countWords(part) >= fewestOfPart)
      .map(guess)
      .reduce((a, b) => (b.probability > a.probability ? b : a), guess(message));
  };
}

const countWords = (text: string) => text.trim().split(/\s+/).length;
