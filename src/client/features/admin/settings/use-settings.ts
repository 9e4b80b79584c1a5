import { useRef, useState } from 'react';
import { useForm, type Path } from 'react-hook-form';
import { errorMessage, toApiError } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { noAnswer } from '../refusal.tsx';
import { isSameValue } from '../saving/merge-fields.ts';
import type { Base } from '../saving/save-entry.ts';
import { useDraft } from '../saving/use-draft.ts';
import { useUnsavedGuard } from '../use-unsaved-guard.ts';
import { readKeepingForm } from './keeping-form.ts';
import { draftOf, limitRows, ownLimits, readLimit } from './model-form.ts';
import {
  partOfGroup,
  valuesOf,
  withoutKeys,
  type PartSlug,
  type SettingsGroup,
  type SettingsValues,
  type StoredSettings,
} from './settings-values.ts';

/** What came of the last act, for the bar of the sheet. */
export interface Answer {
  text: string;
  isRefusal?: boolean;
}

/** The form of the settings, its draft, and one save for all its groups. */
export function useSettings(stored: StoredSettings, current: PartSlug, onPart: (part: PartSlug) => void) {
  const [defaultValues] = useState(() => valuesOf(stored));
  const form = useForm<SettingsValues>({ defaultValues });
  const { isDirty, isSubmitting } = form.formState;
  const base = useRef<Base>({ id: '', fields: { ...defaultValues } });
  const draft = useDraft('impostazioni', form, base, (fields) =>
    withoutKeys(fields as unknown as SettingsValues),
  );
  const [answer, setAnswer] = useState<Answer>();
  const [isOccupied, setOccupied] = useState(false);
  const savers = useSavers(stored);
  useUnsavedGuard(isDirty);

  function refuse(error: unknown, group: SettingsGroup): void {
    const issues = toApiError(error)?.issues ?? [];
    onPart(partOfGroup[group]);
    for (const { path, message } of issues)
      form.setError(`${group}.${path}` as Path<SettingsValues>, { type: 'server', message });
    if (group === 'bucket' && toApiError(error)?.code === 'DUPLICATE') setOccupied(true);
    setAnswer({ text: errorMessage(error, noAnswer), isRefusal: true });
  }

  /** A limit that is no number would be saved as no limit. @returns whether all can be read */
  function checkLimits({ model: { limits } }: SettingsValues): boolean {
    const wrong = limitRows.find(
      ({ name }) => limits[name].trim() !== '' && readLimit(limits[name]) === undefined,
    );
    if (!wrong) return true;
    const text = `${wrong.label}: deve essere un numero.`;
    form.setError(`model.limits.${wrong.name}`, { message: 'Deve essere un numero.' });
    onPart('modello');
    setAnswer({ text, isRefusal: true });
    return false;
  }

  async function saveChanges(values: SettingsValues): Promise<void> {
    setAnswer(undefined);
    if (!checkLimits(values)) return;
    const groups = Object.keys(values) as SettingsGroup[];
    const changes = groups.filter((group) => !isSameValue(values[group], base.current.fields[group]));
    let text = 'Salvato: vale da subito.';
    // With nothing changed the part that is shown is saved again: the site measures its model anew.
    for (const group of changes.length > 0
      ? changes
      : groups.filter((name) => partOfGroup[name] === current)) {
      try {
        const { saved, note } = await savers[group](values);
        if (note) text = note;
        if (group === 'bucket') setOccupied(false);
        const next = saved[group];
        base.current = { id: '', fields: { ...base.current.fields, [group]: next } };
        form.resetField(group, { defaultValue: next as never });
      } catch (error) {
        return refuse(error, group);
      }
    }
    draft.forget();
    setAnswer({ text });
  }

  return {
    form,
    draft,
    answer,
    isDirty,
    isOccupied,
    isBusy: isSubmitting,
    save: () => void form.handleSubmit(saveChanges)(),
    /** Says in the bar what came of trying something. */
    async say(group: SettingsGroup, act: () => Promise<string>): Promise<void> {
      setAnswer(undefined);
      try {
        setAnswer({ text: await act() });
      } catch (error) {
        refuse(error, group);
      }
    },
    setOccupied,
  };
}

/** One save for each group: it answers with the form as the server has it now. */
function useSavers(stored: StoredSettings) {
  const utils = trpc.useUtils();
  const { model, keeping, site } = stored;
  const current = useRef(stored);
  const keep = (next: Partial<StoredSettings>) => {
    current.current = { ...current.current, ...next };
    return valuesOf(current.current);
  };
  type Saver = (values: SettingsValues) => Promise<{ saved: SettingsValues; note?: string }>;
  const savers: Record<SettingsGroup, Saver> = {
    async model({ model: { limits, ...form } }) {
      const saved = await utils.client.modelSettings.save.mutate({
        ...draftOf(form, model),
        limits: ownLimits(limits, model.fixed.limits),
      });
      utils.modelSettings.get.setData(undefined, saved);
      void utils.health.model.invalidate();
      return { saved: keep({ model: saved }) };
    },
    async keeping({ keeping: form }) {
      const saved = await utils.client.keeping.save.mutate(readKeepingForm(form, keeping.fixed));
      utils.keeping.get.setData(undefined, saved);
      return { saved: keep({ keeping: saved }) };
    },
    async days({ days }) {
      const saved = await utils.client.siteSettings.save.mutate(days);
      utils.siteSettings.get.setData(undefined, saved);
      void utils.numbers.get.invalidate();
      return { saved: keep({ site: saved }) };
    },
    async bucket({ bucket }) {
      if (site.bucket.fixed) return { saved: keep({}) };
      const saved = await utils.client.siteSettings.saveBucket.mutate(bucket);
      utils.siteSettings.get.setData(undefined, saved);
      void utils.backup.mirror.invalidate();
      return {
        saved: keep({ site: saved }),
        note: saved.bucket.hasKeys
          ? 'Salvato: la copia è cominciata, e la scheda Backup dice a che punto è.'
          : 'Salvato: il sito non copia più niente altrove.',
      };
    },
  };
  return savers;
}
