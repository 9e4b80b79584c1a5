import { useId, useState } from 'react';
import type { ModelLimits, ModelSettings, ModelTrial } from '#shared/contracts/model-settings.ts';
import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { noAnswer } from '../refusal.tsx';
import { KeepingSettings } from '../keeping/keeping-settings.tsx';
import { PanelDialog } from '../panel-dialog.tsx';
import { TableFailure } from '../table-states.tsx';
import { Line } from '../site-settings/line.tsx';
import { SiteParts } from '../site-settings/site-parts.tsx';
import { ModelUsage } from './model-usage.tsx';
import { draftOf, limitRows, ownLimits, readLimit, type SettingsForm } from './settings-form.ts';
import './model-settings.css';

export function ModelSettingsDialog({ onClose }: { onClose(): void }) {
  const settings = trpc.modelSettings.get.useQuery();
  return (
    <PanelDialog
      onClose={onClose}
      title="Impostazioni"
      description="Il modello linguistico con cui parla il personaggio. Senza, risponde quello incorporato, che non costa niente."
      size="wide"
    >
      {settings.data ? (
        <>
          <SettingsFields settings={settings.data} onClose={onClose} />
          <KeepingSettings />
          <SiteParts />
        </>
      ) : (
        <>
          {settings.isError ? (
            <TableFailure text="Impossibile leggere le impostazioni" error={settings.error} list={settings} />
          ) : (
            <p role="status" className="admin-hint pb-6">
              Leggo le impostazioni…
            </p>
          )}
          <div className="admin-form-end">
            <Button onClick={onClose}>Chiudi</Button>
          </div>
        </>
      )}
    </PanelDialog>
  );
}

function SettingsFields({ settings, onClose }: { settings: ModelSettings; onClose(): void }) {
  const utils = trpc.useUtils();
  const listId = useId();
  const [form, setForm] = useState<SettingsForm>({
    address: settings.address,
    key: '',
    model: settings.model,
    limits: settings.limits,
  });
  const [removesKey, setRemovesKey] = useState(false);
  const change = (part: Partial<SettingsForm>) => setForm((before) => ({ ...before, ...part }));
  const models = trpc.modelSettings.models.useMutation();
  const trial = trpc.modelSettings.try.useMutation();
  const save = trpc.modelSettings.save.useMutation({
    onSuccess(saved) {
      utils.modelSettings.get.setData(undefined, saved);
      void utils.health.model.invalidate();
      change({ key: '' });
      setRemovesKey(false);
    },
  });
  const draft = draftOf(form, settings, removesKey);
  const failure = [save, trial, models].find(({ isError }) => isError)?.error;
  const isBusy = save.isPending || trial.isPending || models.isPending;
  const { fixed } = settings;

  return (
    <form
      className="admin-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ ...draft, limits: ownLimits(form.limits, fixed.limits) });
      }}
    >
      {fixed.connection && (
        <p className="admin-hint">
          Indirizzo e chiave sono nel file delle impostazioni del server, che vince su questa pagina.
        </p>
      )}
      <Line
        label="Indirizzo del server"
        hint="Vuoto: Groq. Altrimenti quello del server, come http://127.0.0.1:11434 di Ollama o https://openrouter.ai/api/v1."
        value={form.address}
        disabled={fixed.connection}
        onChange={(address) => change({ address })}
      />
      <Line
        label="Chiave"
        secret
        hint={
          settings.hasKey
            ? 'Una chiave c’è, e non si mostra più. Scrivine una per cambiarla; se cambi indirizzo va riscritta.'
            : 'Non tutti i server la vogliono. Resta su questo server, in un file suo, fuori dai backup.'
        }
        value={form.key}
        disabled={fixed.connection}
        onChange={(key) => change({ key })}
      />
      {settings.hasKey && !fixed.connection && (
        <label className="model-check">
          <input
            type="checkbox"
            checked={removesKey}
            onChange={({ target }) => setRemovesKey(target.checked)}
          />
          Togli la chiave
        </label>
      )}
      <Line
        label="Modello"
        hint={
          fixed.model
            ? 'È nel file delle impostazioni del server (GROQ_MODEL).'
            : 'Sceglilo fra quelli che il server elenca.'
        }
        value={form.model}
        disabled={fixed.model}
        list={listId}
        onChange={(model) => change({ model })}
      >
        <button type="button" className="admin-button" disabled={isBusy} onClick={() => models.mutate(draft)}>
          {models.isPending ? 'Chiedo…' : 'Elenca'}
        </button>
      </Line>
      <datalist id={listId}>
        {models.data?.models.map(({ id, price }) => (
          <option key={id} value={id} label={price && `${price.input} / ${price.output} $ per milione`} />
        ))}
      </datalist>
      {models.data && <ModelCount ids={models.data.models.map(({ id }) => id)} />}
      <Limits
        limits={form.limits}
        fixed={fixed.limits}
        onChange={(limits) => change({ limits: { ...form.limits, ...limits } })}
      />
      <ModelUsage settings={settings} />
      {trial.data && !trial.isPending && <Trial trial={trial.data} />}
      {save.isSuccess && <p role="status">Salvato: vale da subito.</p>}
      {failure && (
        <p role="alert" className="admin-error">
          {errorMessage(failure, noAnswer)}
        </p>
      )}
      <div className="admin-form-end">
        <button type="button" className="admin-button" onClick={onClose}>
          Chiudi
        </button>
        <button type="button" className="admin-button" disabled={isBusy} onClick={() => trial.mutate(draft)}>
          {trial.isPending ? 'Provo…' : 'Prova'}
        </button>
        <button type="submit" className="admin-button admin-button-main" disabled={isBusy}>
          {save.isPending ? 'Salvo…' : 'Salva'}
        </button>
      </div>
    </form>
  );
}

function Trial({ trial: { answer, model, milliseconds, tokens, cost } }: { trial: ModelTrial }) {
  const price =
    cost === undefined
      ? ': il prezzo non è noto.'
      : `, ${cost.toLocaleString('it-IT', { maximumFractionDigits: 6 })} $.`;
  return (
    <p role="status" className="admin-facts">
      «{answer}» {model}, in {(milliseconds / 1_000).toLocaleString('it-IT')} secondi, {tokens} token{price}
    </p>
  );
}

const maxNamedModels = 8;

function ModelCount({ ids }: { ids: readonly string[] }) {
  const names = ids.slice(0, maxNamedModels).join(', ');
  return (
    <p role="status" className="admin-hint">
      {ids.length === 0
        ? 'Il server non elenca nessun modello.'
        : `Il server ne elenca ${ids.length}: ${names}${ids.length > maxNamedModels ? '…' : '.'}`}
    </p>
  );
}

interface LimitsProps {
  limits: ModelLimits;
  fixed: readonly string[];
  onChange(limits: Partial<ModelLimits>): void;
}

function Limits({ limits, fixed, onChange }: LimitsProps) {
  const id = useId();
  return (
    <fieldset className="model-limits">
      <legend>Tetti</legend>
      <p className="admin-hint">
        Vuoto: nessun tetto. Raggiunto un tetto, ai lettori risponde il personaggio incorporato, senza avvisi
        per loro.
      </p>
      {limitRows.map(({ name, label }) => (
        <div key={name} className="admin-field">
          <label htmlFor={`${id}-${name}`}>{label}</label>
          <input
            id={`${id}-${name}`}
            type="number"
            min="0"
            step="any"
            inputMode="decimal"
            value={limits[name] ?? ''}
            disabled={fixed.includes(name)}
            onChange={({ target }) => onChange({ [name]: readLimit(target.value) })}
          />
        </div>
      ))}
    </fieldset>
  );
}
