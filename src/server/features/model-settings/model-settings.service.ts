import type { z } from 'zod';
import type { ModelDraft, ModelSettings, saveModelSettings } from '#shared/contracts/model-settings.ts';
import { AppError } from '#shared/errors.ts';
import { failureSentence } from '#server/model/failures.ts';
import { defaultModel } from '#server/model/hosted.ts';
import { costOf, type EmbeddedReason } from '#server/model/meter.ts';
import type { Provider } from '#server/model/provider.ts';
import type { KeptSettings } from '#server/model/settings-file.ts';
import { ModelError } from '#server/model/types.ts';

export type ModelSettingsService = ReturnType<typeof createModelSettings>;

const longestCallMs = 60_000;

/** The author's settings of the language model: shown without the key, changed, tried with one real call. */
export function createModelSettings(provider: Provider, environment: KeptSettings) {
  function get(): ModelSettings {
    const { address = '', model = defaultModel, key, limits } = provider.settings;
    const { today, thisMonth, replies } = provider.meter.report();
    const embedded = Object.entries(replies.embedded) as [EmbeddedReason, number][];
    return {
      address,
      model,
      hasKey: key !== undefined,
      fixed: {
        connection: environment.address !== undefined || environment.key !== undefined,
        model: environment.model !== undefined,
        limits: Object.keys(environment.limits),
      },
      limits,
      ...(provider.chat && { inUse: provider.chat.name }),
      today,
      thisMonth,
      isPriced: provider.price !== undefined,
      replies: {
        model: replies.model,
        embedded: embedded.map(([reason, count]) => ({ reason: reasons[reason], count })),
      },
      notices: modelNotices(provider),
    };
  }

  async function ask<T>(draft: ModelDraft, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await call(AbortSignal.timeout(longestCallMs));
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      const model = draft.model ?? provider.settings.model ?? defaultModel;
      const sentence =
        error.failure === 'unreachable'
          ? 'Il server non risponde: controlla l’indirizzo, che sia acceso e che da qui si raggiunga.'
          : failureSentence(error.failure, model);
      throw new AppError('UPSTREAM_FAILED', sentence, { cause: error });
    }
  }

  return {
    get,
    async save(input: z.output<typeof saveModelSettings>): Promise<ModelSettings> {
      await provider.save(input);
      return get();
    },
    /** @throws AppError UPSTREAM_FAILED with what the author can do */
    models: (draft: ModelDraft) =>
      ask(draft, async (signal) => ({ models: await provider.list(draft, signal) })),
    /** @throws AppError UPSTREAM_FAILED with what the author can do */
    tryOut: (draft: ModelDraft) =>
      ask(draft, async (signal) => {
        const start = performance.now();
        const { answer, model, usage, price } = await provider.tryOut(draft, signal);
        return {
          answer,
          model,
          milliseconds: Math.round(performance.now() - start),
          tokens: usage.prompt + usage.completion,
          ...(price && { cost: costOf(usage, price) }),
        };
      }),
  };
}

/** What the author should know of the model in use though nothing is broken. */
export function modelNotices({ window, meter, settings, price, repliesPerMinute }: Provider): string[] {
  const { reached } = meter.report();
  const { dayMoney, monthMoney } = settings.limits;
  const isLimited = dayMoney !== undefined || monthMoney !== undefined;
  return [
    ...(window?.cut
      ? [
          `Il server taglia senza dirlo i testi oltre ${window.tokens.toLocaleString('it-IT')} token: il sito manda meno memoria. Con un contesto più grande (in Ollama OLLAMA_CONTEXT_LENGTH) il personaggio ricorda meglio: quando l’hai cambiato, premi di nuovo «Salva».`,
        ]
      : []),
    ...(reached.length > 0
      ? [
          `È raggiunto il tetto ${reached.some((limit) => limit.startsWith('month')) ? 'del mese' : 'del giorno'}: fino ad allora ai lettori risponde il personaggio incorporato.`,
        ]
      : []),
    ...(repliesPerMinute !== undefined
      ? [
          `Il fornitore non tiene pronto l’inizio dei testi, che così conta per intero a ogni risposta: il sito manda della storia una frase per sezione, e il limite al minuto basta per circa ${repliesPerMinute} ${repliesPerMinute === 1 ? 'risposta' : 'risposte'} al minuto.`,
        ]
      : []),
    ...(isLimited && !price
      ? ['Il prezzo del modello non è noto: il tetto in denaro non si può contare, mettine uno in token.']
      : []),
  ];
}

const reasons: Record<EmbeddedReason, string> = {
  'too-large': 'il testo era troppo lungo per il modello',
  'rate-limited': 'troppe richieste in un minuto',
  exhausted: 'il piano del fornitore è esaurito',
  retired: 'il modello non c’è più',
  'wrong-address': 'l’indirizzo non conosce la chiamata',
  'bad-key': 'la chiave non è accettata',
  refused: 'il fornitore ha rifiutato',
  interrupted: 'la risposta non è arrivata in tempo',
  unreachable: 'il fornitore non si raggiungeva',
  withheld: 'la guardia ha trattenuto la risposta',
  malformed: 'non era una risposta del personaggio',
  capped: 'il tetto di spesa era raggiunto',
  'reader-share': 'il lettore aveva avuto la sua parte',
};
