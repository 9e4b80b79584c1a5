import { landing } from '#content/landing.ts';
import type { MediaSlot } from '#shared/contracts/media.ts';

export interface Slot extends Pick<MediaSlot, 'id' | 'kind' | 'label'> {
  /** Its addresses, the preferred first: a clip has one for each format, and one file of the author's takes them all. */
  addresses: string[];
}

/** `/public-objects/audio/estratto-primo.mp3` → `estratto-primo`. */
const idOf = (address: string) => address.replace(/^.*\//, '').replace(/\.[^.]+$/, '');

function slot(kind: Slot['kind'], label: string, addresses: string[]): Slot {
  return { id: idOf(addresses[0] ?? ''), kind, label, addresses };
}

/** The recordings of the landing page, in its order. */
export const slots: readonly Slot[] = [
  slot('audio', `Audiolibro · ${landing.audiobook.title}`, [landing.audiobook.audio]),
  ...landing.excerpts.map(({ title, audio }) => slot('audio', `Estratto · ${title}`, [audio])),
  slot(
    'video',
    'Apertura della pagina',
    landing.hero.loop.map(({ src }) => src),
  ),
  ...landing.immersive.clips.map(({ title, sources }) =>
    slot(
      'video',
      `Anteprima della chat · ${title}`,
      sources.map(({ src }) => src),
    ),
  ),
];

const slotByAddress = new Map(slots.flatMap((each) => each.addresses.map((address) => [address, each])));

/** The slot that an address of this site belongs to. */
export function slotAt(address: string): Slot | undefined {
  return slotByAddress.get(address);
}
