import type { Keeping } from '#shared/contracts/keeping.ts';
import type { ModelSettings } from '#shared/contracts/model-settings.ts';
import type { SiteSettings } from '#shared/contracts/site-settings.ts';
import { keepingForm, type KeepingForm } from './keeping-form.ts';
import { limitRows, type ModelForm } from './model-form.ts';

/** What the server has of each group of settings. */
export interface StoredSettings {
  model: ModelSettings;
  keeping: Keeping;
  site: SiteSettings;
}

/** The form of the settings, in the groups that are saved on their own. */
export interface SettingsValues {
  model: ModelForm;
  keeping: KeepingForm;
  days: { timeZone: string };
  bucket: Record<'endpoint' | 'region' | 'bucket' | 'prefix' | 'accessKeyId' | 'secretAccessKey', string> & {
    overCopy: boolean;
  };
}

export type SettingsGroup = keyof SettingsValues;

export const settingsParts = [
  { slug: 'modello', label: 'Modello' },
  { slug: 'lettori', label: 'Lettori e privacy' },
  { slug: 'copie', label: 'Copie' },
  { slug: 'macchina', label: 'La macchina' },
] as const;

export type PartSlug = (typeof settingsParts)[number]['slug'];

/** Groups of settings, and the part where each is. */
export const partOfGroup: Record<SettingsGroup, PartSlug> = {
  model: 'modello',
  keeping: 'lettori',
  days: 'macchina',
  bucket: 'copie',
};

/** The form with nothing typed in it; keys are never sent to the browser. */
export function valuesOf({ model, keeping, site }: StoredSettings): SettingsValues {
  const limits = limitRows.map(({ name }) => [name, String(model.limits[name] ?? '')]);
  const { endpoint, region, bucket, prefix } = site.bucket;
  return {
    model: {
      address: model.address,
      key: '',
      model: model.model,
      removesKey: false,
      limits: Object.fromEntries(limits) as ModelForm['limits'],
    },
    keeping: keepingForm(keeping),
    days: { timeZone: site.timeZone },
    bucket: {
      endpoint,
      region: region || 'us-east-1',
      bucket,
      prefix,
      accessKeyId: '',
      secretAccessKey: '',
      overCopy: false,
    },
  };
}

/** For a draft in the browser, which keeps no key. */
export function withoutKeys({ model, bucket, ...others }: SettingsValues): SettingsValues {
  return {
    ...others,
    model: { ...model, key: '' },
    bucket: { ...bucket, accessKeyId: '', secretAccessKey: '' },
  };
}
