import { keepingRanges, type KeepingNumber } from '#shared/contracts/keeping.ts';
import { formatNumber } from '../format.ts';
import type { FieldForm, FieldSpec } from '../kit/field-kinds.ts';
import type { ReactNode } from 'react';
import { limitRows } from './model-form.ts';
import type { StoredSettings } from './settings-values.ts';

export interface FieldGroup {
  legend?: string;
  /** Opened by who needs it. */
  folded?: string;
  isOpen?: boolean;
  hint?: string;
  fields: FieldSpec[];
}

const line = (path: string, label: string, hint: string, more: Partial<FieldSpec> = {}): FieldSpec =>
  ({ kind: 'text', mono: true, path, label, hint, ...more }) as FieldSpec;

interface ModelChoice {
  suggestions: readonly { value: string; label?: string | undefined }[];
  action(form: FieldForm): ReactNode;
}

export function modelGroups({ model }: StoredSettings, choice: ModelChoice): FieldGroup[] {
  const { fixed, hasKey } = model;
  const limit = ({ name, label }: (typeof limitRows)[number]): FieldSpec => ({
    kind: 'text',
    path: `model.limits.${name}`,
    label,
    numeric: true,
    isDisabled: fixed.limits.includes(name),
  });
  const [money, ...otherLimits] = limitRows;
  return [
    {
      ...(fixed.connection && {
        hint: 'Indirizzo e chiave sono nel file delle impostazioni del server, che vince su questa pagina.',
      }),
      fields: [
        line(
          'model.key',
          'Chiave',
          hasKey
            ? 'Una chiave c’è, e non si mostra più. Scrivine una per cambiarla; se cambi indirizzo va riscritta.'
            : 'Non tutti i server la vogliono. Resta su questo server, in un file suo, fuori dai backup.',
          { secret: true, isDisabled: fixed.connection },
        ),
        ...(hasKey && !fixed.connection
          ? [{ kind: 'tick', path: 'model.removesKey', label: 'Togli la chiave' } as const]
          : []),
        line(
          'model.model',
          'Modello',
          fixed.model
            ? 'È nel file delle impostazioni del server (GROQ_MODEL).'
            : 'Sceglilo fra quelli che il server elenca.',
          { ...choice, isDisabled: fixed.model },
        ),
      ],
    },
    {
      folded: 'Un altro fornitore',
      isOpen: model.address !== '',
      fields: [
        line(
          'model.address',
          'Indirizzo del server',
          'Vuoto: Groq. Altrimenti quello del server, come http://127.0.0.1:11434 di Ollama o https://openrouter.ai/api/v1.',
          { isDisabled: fixed.connection },
        ),
      ],
    },
    {
      legend: 'Quanto vuoi spendere',
      hint: 'Vuoto: nessun tetto. Raggiunto un tetto, ai lettori risponde il personaggio incorporato, senza avvisi per loro.',
      fields: money ? [limit(money)] : [],
    },
    {
      folded: 'Altri tetti',
      isOpen: otherLimits.some(({ name }) => model.limits[name] !== undefined),
      fields: otherLimits.map(limit),
    },
  ];
}

const keepingNumbers: { name: KeepingNumber; label: string }[] = [
  { name: 'months', label: 'Mesi dopo l’ultimo messaggio o codice' },
  { name: 'strangerDays', label: 'Giorni, per chi non ha mai usato un codice' },
  { name: 'messages', label: 'Messaggi di un lettore, al massimo' },
];

export function keepingGroups({ keeping }: StoredSettings): FieldGroup[] {
  const field = (name: string, label: string, hint?: string): FieldSpec => {
    const isDisabled = keeping.fixed.includes(name);
    return {
      kind: 'text',
      path: `keeping.${name}`,
      label,
      numeric: name in keepingRanges,
      hint: isDisabled ? 'È nel file delle impostazioni del server.' : hint,
      isDisabled,
    };
  };
  return [
    {
      legend: 'Quanto si conservano',
      hint: 'Le conversazioni più vecchie si cancellano da sole, ogni giorno, anche dalle copie nel giro di un mese.',
      fields: keepingNumbers.map(({ name, label }) =>
        field(name, label, `Da ${keepingRanges[name].min} a ${formatNumber(keepingRanges[name].max)}.`),
      ),
    },
    {
      legend: 'Che cosa leggono i lettori',
      hint: 'In «Privacy e cookie». Di un campo vuoto non si dice niente.',
      fields: [
        field('controller', 'Titolare del trattamento'),
        field('contact', 'Recapito per le richieste'),
        field('purpose', 'Scopo'),
      ],
    },
  ];
}

export function bucketGroups({ site: { bucket } }: StoredSettings, isOccupied: boolean): FieldGroup[] {
  const keyHint = bucket.hasKeys
    ? 'C’è, e non si mostra più. Scrivine una per cambiarla.'
    : 'La dà il fornitore.';
  const field = (name: string, label: string, hint: string, secret = false) =>
    line(`bucket.${name}`, label, hint, { secret, isDisabled: bucket.fixed });
  return [
    {
      legend: 'Copia nel bucket',
      hint: bucket.fixed
        ? 'È nel file delle impostazioni del server (S3_…), che vince su questa pagina.'
        : 'Uno spazio «S3» presso un fornitore, dove il sito copia da sé ogni modifica. Tieni queste righe e le due chiavi anche su carta: servono per riavere tutto.',
      fields: [
        field(
          'endpoint',
          'Indirizzo del fornitore',
          'Come https://s3.fornitore.example, o con il nome del bucket davanti se il fornitore lo vuole lì; vuoto: Amazon.',
        ),
        field('region', 'Regione', 'Come eu-south-1; se il fornitore non ne ha, lascia us-east-1.'),
        field('bucket', 'Nome del bucket', 'Crealo prima, privato, dal fornitore. Vuoto: nessuna copia.'),
        field('prefix', 'Cartella', 'Facoltativa: tiene divisi più siti nello stesso bucket.'),
        field('accessKeyId', 'Chiave di accesso', keyHint, true),
        field('secretAccessKey', 'Chiave segreta', keyHint, true),
        ...(isOccupied && !bucket.fixed
          ? [
              {
                kind: 'tick',
                path: 'bucket.overCopy',
                label: 'È la copia di questo sito: continuala',
              } as const,
            ]
          : []),
      ],
    },
  ];
}

export const daysGroups = (): FieldGroup[] => [
  {
    legend: 'I tuoi giorni',
    hint: `Quando comincia un giorno nei «Numeri». Qui sei in ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`,
    fields: [
      {
        kind: 'text',
        path: 'days.timeZone',
        label: 'Fuso orario',
        suggestions: Intl.supportedValuesOf('timeZone').map((value) => ({ value })),
      },
    ],
  },
];
