import { useEffect, useId, useRef, type ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ModelTrial } from '#shared/contracts/model-settings.ts';
import { trpc } from '#client/trpc.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Button } from '../button.tsx';
import { FormField } from '../kit/field.tsx';
import { TableFailure } from '../kit/loaded.tsx';
import { PartsBench } from '../kit/parts-bench.tsx';
import { DraftOffer } from '../saving/draft-offer.tsx';
import { confirmLoss } from '../use-unsaved-guard.ts';
import { EraseReader } from './erase-reader.tsx';
import { MachinePart } from './machine-part.tsx';
import { draftOf } from './model-form.ts';
import { ModelUsage } from './model-usage.tsx';
import { Room } from './room-warning.tsx';
import { bucketGroups, daysGroups, keepingGroups, modelGroups, type FieldGroup } from './settings-fields.ts';
import { settingsParts, type SettingsValues, type StoredSettings } from './settings-values.ts';
import { useSettings, type Answer } from './use-settings.ts';

interface SettingsSheetProps {
  part: string | undefined;
  onPart(slug: string): void;
  onClose(): void;
}

export function SettingsSheet(props: SettingsSheetProps) {
  const model = trpc.modelSettings.get.useQuery();
  const keeping = trpc.keeping.get.useQuery(undefined, { refetchOnMount: 'always' });
  const site = trpc.siteSettings.get.useQuery(undefined, { refetchOnMount: 'always' });
  const leave = useRef<() => void>(undefined);
  const failed = [model, keeping, site].find(({ isError }) => isError);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && (leave.current ?? props.onClose)()}
      title="Impostazioni"
      className="admin-dialog bench-sheet"
    >
      {model.data && keeping.data && site.data ? (
        <SettingsBench
          {...props}
          stored={{ model: model.data, keeping: keeping.data, site: site.data }}
          onLeave={(act) => {
            leave.current = act;
          }}
        />
      ) : (
        <div className="grid content-start justify-items-start gap-4 p-5">
          {failed ? (
            <TableFailure text="Impossibile leggere le impostazioni" error={failed.error} list={failed} />
          ) : (
            <p role="status" className="admin-hint">
              Leggo le impostazioni…
            </p>
          )}
          <Button onClick={props.onClose}>Chiudi</Button>
        </div>
      )}
    </Dialog>
  );
}

interface SettingsBenchProps extends SettingsSheetProps {
  stored: StoredSettings;
  onLeave(act: () => void): void;
}

function SettingsBench({ part, onPart, onClose, stored, onLeave }: SettingsBenchProps) {
  const formId = useId();
  const current = settingsParts.find(({ slug }) => slug === part) ?? settingsParts[0];
  const settings = useSettings(stored, current.slug, onPart);
  const { form, draft, answer, isDirty, isBusy } = settings;
  const models = trpc.modelSettings.models.useMutation();
  const trial = trpc.modelSettings.try.useMutation();
  const bucketTrial = trpc.siteSettings.tryBucket.useMutation();
  const isTrying = models.isPending || trial.isPending || bucketTrial.isPending;
  const modelDraft = () => draftOf(form.getValues('model'), stored.model);

  function leave(): void {
    if (isDirty && !confirmLoss()) return;
    if (!draft.offered) draft.forget();
    onClose();
  }
  useEffect(() => {
    onLeave(leave);
  });

  const listModels = (
    <Button
      disabled={isBusy || isTrying}
      onClick={() =>
        void settings.say('model', async () => countModels((await models.mutateAsync(modelDraft())).models))
      }
    >
      {models.isPending ? 'Chiedo…' : 'Elenca'}
    </Button>
  );
  const suggestions = (models.data?.models ?? []).map(({ id, price }) => ({
    value: id,
    label: price && `${price.input} / ${price.output} $ per milione`,
  }));
  const groups = {
    modello: () => modelGroups(stored, { suggestions, action: () => listModels }),
    lettori: () => keepingGroups(stored),
    copie: () => bucketGroups(stored, settings.isOccupied),
    macchina: daysGroups,
  }[current.slug]();

  async function tryBucket(): Promise<string> {
    const { milliseconds, hasCopy } = await bucketTrial.mutateAsync(form.getValues('bucket'));
    settings.setOccupied(hasCopy);
    const seconds = (milliseconds / 1_000).toLocaleString('it-IT');
    return `Funziona: ho scritto, riletto e cancellato un oggetto in ${seconds} secondi.${hasCopy ? ' Lì c’è già la copia di un sito.' : ''}`;
  }

  const { fixed, hasKeys } = stored.site.bucket;
  const tries = {
    modello: (
      <Button
        disabled={isBusy || isTrying}
        onClick={() =>
          void settings.say('model', async () => trialText(await trial.mutateAsync(modelDraft())))
        }
      >
        {trial.isPending ? 'Provo…' : 'Prova'}
      </Button>
    ),
    copie: (
      <Button
        disabled={isBusy || isTrying || (fixed && !hasKeys)}
        onClick={() => void settings.say('bucket', tryBucket)}
      >
        {bucketTrial.isPending ? 'Provo…' : 'Prova il bucket'}
      </Button>
    ),
  };

  return (
    <PartsBench
      name="Parti delle impostazioni"
      parts={settingsParts}
      current={current}
      onPart={onPart}
      end={
        <>
          <AnswerLine answer={answer} isDirty={isDirty} />
          <Button onClick={leave}>Chiudi</Button>
          {current.slug in tries && tries[current.slug as keyof typeof tries]}
          <Button
            type="submit"
            form={formId}
            main
            disabled={isBusy || isTrying || draft.offered !== undefined}
          >
            {isBusy ? 'Salvo…' : 'Salva'}
          </Button>
        </>
      }
    >
      <DraftOffer draft={draft} />
      <form
        id={formId}
        className="admin-form"
        noValidate
        inert={draft.offered !== undefined}
        onSubmit={(event) => {
          event.preventDefault();
          settings.save();
        }}
      >
        {current.slug === 'modello' && (
          <p className="admin-hint">
            Il modello linguistico con cui parla il personaggio. Senza, risponde quello incorporato, che non
            costa niente.
          </p>
        )}
        {groups.map((group) => (
          <Group key={group.legend ?? group.folded ?? ''} group={group} form={form} />
        ))}
      </form>
      {current.slug === 'modello' && <ModelUsage settings={stored.model} />}
      {current.slug === 'lettori' && (
        <>
          <Room keeping={stored.keeping} />
          <EraseReader />
        </>
      )}
      {current.slug === 'macchina' && <MachinePart machine={stored.site.machine} />}
    </PartsBench>
  );
}

function AnswerLine({ answer, isDirty }: { answer: Answer | undefined; isDirty: boolean }) {
  const { text = isDirty ? 'Non ancora salvato.' : '', isRefusal = false } = answer ?? {};
  return (
    <p
      key={text}
      role={isRefusal ? 'alert' : 'status'}
      className={isRefusal ? 'admin-error admin-spring' : 'admin-spring'}
    >
      {text}
    </p>
  );
}

const groupClass = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-x-5 gap-y-3 max-w-240';

function Group({ group, form }: { group: FieldGroup; form: UseFormReturn<SettingsValues> }): ReactNode {
  const { legend, folded, isOpen, hint, fields } = group;
  const content = (
    <>
      {hint && <p className="admin-hint col-span-full">{hint}</p>}
      {fields.map((field) => (
        <FormField key={field.path} form={form} field={field} />
      ))}
    </>
  );
  if (folded)
    return (
      <details className="admin-details" open={isOpen}>
        <summary>{folded}</summary>
        <div className={groupClass}>{content}</div>
      </details>
    );
  return (
    <fieldset className={groupClass}>
      {legend && <legend className="pb-2 text-lg font-semibold">{legend}</legend>}
      {content}
    </fieldset>
  );
}

function trialText({ answer, model, milliseconds, tokens, cost }: ModelTrial): string {
  const price =
    cost === undefined
      ? ': il prezzo non è noto.'
      : `, ${cost.toLocaleString('it-IT', { maximumFractionDigits: 6 })} $.`;
  const seconds = (milliseconds / 1_000).toLocaleString('it-IT');
  return `«${answer}» ${model}, in ${seconds} secondi, ${tokens} token${price}`;
}

const maxNamedModels = 8;

function countModels(models: readonly { id: string }[]): string {
  const names = models.slice(0, maxNamedModels).map(({ id }) => id);
  return models.length === 0
    ? 'Il server non elenca nessun modello.'
    : `Il server ne elenca ${models.length}: ${names.join(', ')}${models.length > maxNamedModels ? '…' : '.'}`;
}
