import { landing } from '#content/landing.ts';
import type { BookContent } from '#shared/contracts/book.ts';
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

/** The recordings of a book's landing page, in its order. */
const slotsIn = ({ audiobook, excerpts, hero, immersive }: BookContent['landing']): Slot[] => [
  slot('audio', `Audiolibro · ${audiobook.title}`, [audiobook.audio]),
  ...excerpts.map(({ title, audio }) => slot('audio', `Estratto · ${title}`, [audio])),
  slot(
    'video',
    'Apertura della pagina',
    hero.loop.map(({ src }) => src),
  ),
  ...immersive.clips.map(({ title, sources }) =>
    slot(
      'video',
      `Anteprima della chat · ${title}`,
      sources.map(({ src }) => src),
    ),
  ),
];

/** Those that come with the site. */
const slots: readonly Slot[] = slotsIn(landing);
const slotByAddress = new Map(slots.flatMap((each) => each.addresses.map((address) => [address, each])));

/** The slot that an address of this site belongs to. */
export function slotAt(address: string): Slot | undefined {
  return slotByAddress.get(address);
}

/** Where a published book has a recording that comes with the site, under the title that it has there. */
export function replaceableSlots({ landing: page }: Pick<BookContent, 'landing'>): Slot[] {
  const places = new Map<string, Slot>();
  for (const { label, addresses } of slotsIn(page)) {
    const own = slotAt(addresses[0] ?? '');
    if (own && !places.has(own.id)) places.set(own.id, { ...own, label });
  }
  return [...places.values()];
}
