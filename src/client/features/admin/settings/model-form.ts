import type { ModelDraft, ModelLimits, ModelSettings } from '#shared/contracts/model-settings.ts';

export interface ModelForm {
  address: string;
  /** As typed: the stored key is never sent to the browser. */
  key: string;
  model: string;
  limits: Record<keyof ModelLimits, string>;
  removesKey: boolean;
}

export const limitRows: readonly { name: keyof ModelLimits; label: string }[] = [
  { name: 'monthMoney', label: 'Dollari al mese' },
  { name: 'dayTokens', label: 'Token al giorno' },
  { name: 'monthTokens', label: 'Token al mese' },
  { name: 'dayMoney', label: 'Dollari al giorno' },
  { name: 'readerShare', label: 'Parte di un lettore, in percento dei token del giorno' },
  { name: 'tokensPerMinute', label: 'Token al minuto' },
];

export function readLimit(text: string): number | undefined {
  const value = Number(text.replace(',', '.'));
  return text.trim() === '' || Number.isNaN(value) ? undefined : value;
}

/** Without those that the environment fixes. */
export function ownLimits(limits: ModelForm['limits'], fixed: readonly string[]) {
  const ownLimit = (name: keyof ModelLimits) => (fixed.includes(name) ? undefined : readLimit(limits[name]));
  return {
    tokensPerMinute: ownLimit('tokensPerMinute'),
    dayTokens: ownLimit('dayTokens'),
    monthTokens: ownLimit('monthTokens'),
    dayMoney: ownLimit('dayMoney'),
    monthMoney: ownLimit('monthMoney'),
    readerShare: ownLimit('readerShare'),
  };
}

/** Changed fields only: an untouched key stays, and the default model stays a default. */
export function draftOf(form: Omit<ModelForm, 'limits'>, settings: ModelSettings): ModelDraft {
  const key = form.key.trim();
  return {
    ...(form.address.trim() !== settings.address && { address: form.address.trim() }),
    ...(key ? { key } : form.removesKey && { key: '' }),
    ...(form.model.trim() !== settings.model && { model: form.model.trim() }),
  };
}
