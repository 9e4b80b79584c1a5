import { openModel, type ActModel } from '#server/acts/model.ts';
import type { Finding } from './detect.ts';
import { createHelpFeatures } from './features.ts';
import type { HelpForms } from './texts.ts';

/** A word or two say too little to be guessed from: what can be said in so few, the grammar knows. */
const fewestWords = 3;

/** Danger or pain that the classifier sees in a message in which the grammar found none. */
export function createSuspicion(model: ActModel, forms: HelpForms): (message: string) => Finding | undefined {
  const featuresOf = createHelpFeatures(forms);
  const probabilitiesOf = openModel(model);
  const kinds = model.classes.map((name) => /^([AB])\/(.+)$/.exec(name));
  return (message) => {
    if (message.trim().split(/\s+/).length < fewestWords) return undefined;
    const probabilities = probabilitiesOf(featuresOf(message));
    const sums = { A: 0, B: 0 };
    let best: { tier: 'A' | 'B'; kind: string; probability: number } | undefined;
    kinds.forEach((found, at) => {
      if (!found) return;
      const tier = found[1] === 'A' ? 'A' : 'B';
      sums[tier] += probabilities[at] ?? 0;
    });
    if (sums.A + sums.B < model.threshold) return undefined;
    // Danger wins over pain unless pain is clearly what it is.
    const tier = sums.A >= sums.B / 2 ? 'A' : 'B';
    kinds.forEach((found, at) => {
      const probability = probabilities[at] ?? 0;
      if (found?.[1] === tier && probability > (best?.probability ?? -1))
        best = { tier, kind: found[2] ?? '', probability };
    });
    return best && { tier: best.tier, kind: best.kind, isGuess: true };
  };
}
