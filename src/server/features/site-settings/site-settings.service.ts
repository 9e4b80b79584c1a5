import type { z } from 'zod';
import type {
  BucketDraft,
  BucketTrial,
  saveBucket,
  saveSiteSettings,
  SiteSettings,
} from '#shared/contracts/site-settings.ts';
import { AppError } from '#shared/errors.ts';
import { readTimeZone, writeTimeZone } from '#server/storage/records/time-zone.ts';
import type { Store } from '#server/storage/store/types.ts';

export type SiteSettingsService = ReturnType<typeof createSiteSettings>;

interface Bucket extends Omit<BucketDraft, 'endpoint'> {
  endpoint?: string | undefined;
}

interface SiteSettingsOptions {
  store: Pick<Store, 'settings' | 'mutate'>;
  bucket: {
    readonly settings: Bucket | undefined;
    /** Set by the environment. */
    isFixed: boolean;
    /** @throws an Error with an Italian sentence */
    tryOut(settings: Bucket): Promise<{ hasCopy: boolean }>;
    /** Keeps the settings and copies there from now on; `undefined`: nowhere. */
    use(settings: Bucket | undefined): Promise<void>;
  };
  machine: SiteSettings['machine'];
}

/** The author's settings of the site itself: the bucket without its keys, the time zone, and what only the machine can change. */
export function createSiteSettings({ store, bucket, machine }: SiteSettingsOptions) {
  function get(): SiteSettings {
    const { endpoint = '', region = '', bucket: name = '', prefix = '' } = bucket.settings ?? {};
    return {
      bucket: {
        endpoint,
        region,
        bucket: name,
        prefix: prefix.replace(/\/$/, ''),
        hasKeys: bucket.settings !== undefined,
        fixed: bucket.isFixed,
      },
      timeZone: readTimeZone(store),
      machine,
    };
  }

  /** A key that is kept is sent to no other address than the one it was given for. */
  function complete(draft: BucketDraft): Bucket {
    const savedSettings = bucket.settings;
    const endpoint = draft.endpoint === '' ? undefined : draft.endpoint;
    const isSameServer = savedSettings !== undefined && savedSettings.endpoint === endpoint;
    const accessKeyId = draft.accessKeyId || (isSameServer ? savedSettings.accessKeyId : '');
    const secretAccessKey = draft.secretAccessKey || (isSameServer ? savedSettings.secretAccessKey : '');
    if (!draft.bucket) throw new AppError('IMPOSSIBLE', 'Manca il nome del bucket.');
    if (!accessKeyId || !secretAccessKey) {
      throw new AppError(
        'IMPOSSIBLE',
        savedSettings && !isSameServer
          ? 'Con un altro indirizzo vanno scritte di nuovo la chiave di accesso e quella segreta.'
          : 'Mancano le chiavi: servono tutte e due, quella di accesso e quella segreta.',
      );
    }
    const folder = draft.prefix.replace(/^\/+|\/+$/g, '');
    return {
      endpoint,
      region: draft.region || 'us-east-1',
      bucket: draft.bucket,
      prefix: folder && `${folder}/`,
      accessKeyId,
      secretAccessKey,
    };
  }

  async function tryOut(settings: Bucket): Promise<{ hasCopy: boolean }> {
    try {
      return await bucket.tryOut(settings);
    } catch (cause) {
      const sentence = cause instanceof Error ? cause.message : 'Il bucket non risponde.';
      throw new AppError('UPSTREAM_FAILED', sentence, { cause });
    }
  }

  const isWhereItWas = (next: Bucket) =>
    (['endpoint', 'bucket', 'prefix'] as const).every((name) => next[name] === bucket.settings?.[name]);

  return {
    get,
    async save({ timeZone }: z.output<typeof saveSiteSettings>): Promise<SiteSettings> {
      await writeTimeZone(store, timeZone);
      return get();
    },
    /** One small object written, read and deleted. @throws AppError UPSTREAM_FAILED with what the author can do */
    async tryBucket(draft: BucketDraft): Promise<BucketTrial> {
      const start = performance.now();
      const { hasCopy } = await tryOut(complete(draft));
      return { hasCopy, milliseconds: Math.round(performance.now() - start) };
    },
    /** Tries it, keeps it and copies there from now on. @throws AppError UPSTREAM_FAILED, DUPLICATE, IMPOSSIBLE; then nothing has changed */
    async saveBucket({ overCopy, ...draft }: z.output<typeof saveBucket>): Promise<SiteSettings> {
      if (bucket.isFixed) {
        throw new AppError('IMPOSSIBLE', 'Il bucket è nel file delle impostazioni del server: si cambia lì.');
      }
      if (draft.bucket === '') {
        await bucket.use(undefined);
        return get();
      }
      const next = complete(draft);
      const { hasCopy } = await tryOut(next);
      if (hasCopy && !overCopy && !isWhereItWas(next)) {
        throw new AppError(
          'DUPLICATE',
          'Qui c’è già la copia di un sito. Se è di un altro scrivi un’altra cartella; se è di questo, conferma che vuoi continuarla.',
        );
      }
      await bucket.use(next);
      return get();
    },
  };
}
