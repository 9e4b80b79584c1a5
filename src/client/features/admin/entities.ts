import { trpc, type RouterInputs, type RouterOutputs } from '#client/trpc.ts';
import { useEntity, type Entity } from './entity.ts';

export type SectionRow = RouterOutputs['sections']['list'][number];
export type UnlockCodeRow = RouterOutputs['unlockCodes']['list'][number];
export type MusicCodeRow = RouterOutputs['musicCodes']['list'][number];
export type GalleryRow = RouterOutputs['gallery']['list'][number];

export function useSections(): Entity<SectionRow, RouterInputs['sections']['create']> {
  const utils = trpc.useUtils();
  const { sections } = utils.client;
  return useEntity(
    {
      list: trpc.sections.list.useQuery(),
      create: (fields: RouterInputs['sections']['create']) => sections.create.mutate(fields),
      update: (input) => sections.update.mutate(input),
      delete: (input) => sections.delete.mutate(input),
      refresh: async () => {
        await Promise.all([utils.sections.list.invalidate(), utils.summaries.progress.invalidate()]);
      },
    },
    {
      created: 'Sezione Creata',
      updated: 'Sezione Aggiornata',
      deleted: 'Sezione Eliminata',
      saveFailed: 'Impossibile salvare la sezione',
      deleteFailed: 'Impossibile eliminare la sezione',
    },
  );
}

export function useUnlockCodes(): Entity<UnlockCodeRow, RouterInputs['unlockCodes']['create']> {
  const utils = trpc.useUtils();
  const { unlockCodes } = utils.client;
  return useEntity(
    {
      list: trpc.unlockCodes.list.useQuery(),
      create: (fields: RouterInputs['unlockCodes']['create']) => unlockCodes.create.mutate(fields),
      update: (input) => unlockCodes.update.mutate(input),
      delete: (input) => unlockCodes.delete.mutate(input),
      refresh: () => utils.unlockCodes.list.invalidate(),
    },
    {
      created: 'Codice Creato',
      updated: 'Codice Aggiornato',
      deleted: 'Codice Eliminato',
      saveFailed: 'Impossibile salvare il codice',
      deleteFailed: 'Impossibile eliminare il codice',
    },
  );
}

export function useMusicCodes(): Entity<MusicCodeRow, RouterInputs['musicCodes']['create']> {
  const utils = trpc.useUtils();
  const { musicCodes } = utils.client;
  return useEntity(
    {
      list: trpc.musicCodes.list.useQuery(),
      create: (fields: RouterInputs['musicCodes']['create']) => musicCodes.create.mutate(fields),
      update: (input) => musicCodes.update.mutate(input),
      delete: (input) => musicCodes.delete.mutate(input),
      refresh: () => utils.musicCodes.list.invalidate(),
    },
    {
      created: 'Codice Musicale Creato',
      updated: 'Codice Musicale Aggiornato',
      deleted: 'Codice Musicale Eliminato',
      saveFailed: 'Impossibile salvare il codice musicale',
      deleteFailed: 'Impossibile eliminare il codice musicale',
    },
  );
}

export function useGalleryImages(): Entity<GalleryRow, RouterInputs['gallery']['create']> {
  const utils = trpc.useUtils();
  const { gallery } = utils.client;
  return useEntity(
    {
      list: trpc.gallery.list.useQuery(),
      create: (fields: RouterInputs['gallery']['create']) => gallery.create.mutate(fields),
      update: (input) => gallery.update.mutate(input),
      delete: (input) => gallery.delete.mutate(input),
      refresh: () => utils.gallery.list.invalidate(),
    },
    {
      created: 'Immagine Aggiunta',
      updated: 'Immagine Aggiornata',
      deleted: 'Immagine Eliminata',
      saveFailed: "Impossibile salvare l'immagine",
      deleteFailed: "Impossibile eliminare l'immagine",
    },
  );
}
