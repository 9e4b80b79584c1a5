import type { BinRecord } from './bin.ts';
import type { Store } from '../store/types.ts';

/**
 * Why a record cannot be put in its place now, in Italian: something else has its number, its code or its address, or its section is gone.
 *
 * @param returning the sections that come with it
 */
export function obstacleTo(
  store: Pick<Store, 'sections' | 'unlockCodes' | 'musicCodes' | 'articles'>,
  { collection, record }: BinRecord,
  returning: ReadonlySet<string> = new Set(),
): string | undefined {
  switch (collection) {
    case 'sections': {
      const other = store.sections.byNumber(record.sectionNumber);
      return other && other.id !== record.id
        ? `Il numero ${record.sectionNumber} adesso è di «${other.title}»: dalle un altro numero e riprova. Qui non è cambiato nulla.`
        : undefined;
    }
    case 'unlockCodes':
    case 'musicCodes': {
      const other = store[collection].byCode(record.code);
      return other && other.id !== record.id
        ? `Adesso c’è un altro codice uguale, «${other.code}»: cambia quello e riprova.`
        : undefined;
    }
    case 'memoryCards': {
      const { sectionId } = record;
      const hasPlace = sectionId === null || returning.has(sectionId) || store.sections.get(sectionId);
      return hasPlace ? undefined : 'La sua sezione non c’è più: rimetti prima quella.';
    }
    case 'articles': {
      const other = store.articles.byName(record.name);
      return other && other.id !== record.id
        ? `All’indirizzo «${record.name}» adesso c’è «${other.title}»: dagliene un altro e riprova.`
        : undefined;
    }
    case 'galleryImages':
      return undefined;
  }
}
