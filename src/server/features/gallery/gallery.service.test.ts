import { describe, expect, it } from 'vitest';
import type { ImageVariant } from '#shared/contracts/uploads.ts';
import { temporaryStore } from '#tests/support/temporary-store.ts';
import {
  createGalleryImage,
  createGalleryList,
  listAllGalleryImages,
  originsOfImages,
  updateGalleryImage,
} from './gallery.service.ts';

const small: ImageVariant = { url: '/uploads/images/a-480.webp', width: 480, type: 'image/webp' };

async function open() {
  const variants = new Map<string, ImageVariant[]>();
  const images = {
    variants: { changes: 0, ofUrl: (url: string) => variants.get(url) ?? [] },
    measure: (url: string) =>
      Promise.resolve(url.startsWith('/uploads/') ? { width: 1_600, height: 900 } : undefined),
  };
  return { store: await temporaryStore(), images, variants };
}
const input = (title: string, imageUrl = '/uploads/images/a.png') => ({
  title,
  imageUrl,
  description: undefined,
});

describe('the order', () => {
  it('of an image without one is after the last; the first is 0', async () => {
    const services = await open();
    const orders = [];
    for (const displayOrder of [undefined, 7, undefined, 3, undefined])
      orders.push((await createGalleryImage(services, { ...input('x'), displayOrder })).displayOrder);
    expect(orders).toEqual([0, 7, 8, 3, 9]);
  });

  it('is that in which images are shown', async () => {
    const services = await open();
    for (const [title, displayOrder] of [
      ['c', 3],
      ['a', 1],
      ['b', 2],
    ] as const)
      await createGalleryImage(services, { ...input(title), displayOrder });
    expect(createGalleryList(services)().map(({ title }) => title)).toEqual(['a', 'b', 'c']);
  });
});

describe('the size', () => {
  it.each([
    ['an upload', '/uploads/images/a.png', { width: 1_600, height: 900 }],
    ['another site’s picture', 'https://x.example/a.png', { width: undefined, height: undefined }],
  ])('of %s', async (_, imageUrl, size) => {
    expect(await createGalleryImage(await open(), input('x', imageUrl))).toMatchObject(
      size.width ? size : { imageUrl },
    );
  });

  it('goes with the picture, and stays with a new title', async () => {
    const services = await open();
    const { id } = await createGalleryImage(services, input('x'));
    expect(await updateGalleryImage(services, { id, title: 'y' })).toMatchObject({
      title: 'y',
      width: 1_600,
    });
    const other = await updateGalleryImage(services, { id, imageUrl: 'https://x.example/a.png' });
    expect([other.width, other.height]).toEqual([undefined, undefined]);
  });
});

describe('the list', () => {
  it('is the same object while nothing changes, and another when smaller files come', async () => {
    const services = await open();
    await createGalleryImage(services, input('x'));
    const listImages = createGalleryList(services);
    const list = listImages();
    expect(listImages()).toBe(list);
    expect(list[0]).not.toHaveProperty('variants');
    services.variants.set('/uploads/images/a.png', [small]);
    services.images.variants.changes += 1;
    expect(listImages()[0]).toMatchObject({ variants: [small] });
  });
});

describe('an image that is not due', () => {
  const elsewhere = 'https://altrove.example/a.webp';
  it('is in the author’s list alone, and its site is not named', async () => {
    const services = await open();
    const due = Date.now() + 60_000;
    const visibleFrom = new Date(due).toISOString();
    await createGalleryImage(services, { ...input('x', elsewhere), visibleFrom });
    const all = listAllGalleryImages(services);
    expect(all).toMatchObject([{ visibleFrom }]);
    expect(createGalleryList(services)(due - 1)).toEqual([]);
    expect(createGalleryList(services)(due)).toMatchObject([{ title: 'x' }]);
    expect(listAllGalleryImages(services)).toEqual(all);
    expect([...originsOfImages(services.store)]).toEqual([]);
    const [{ id } = { id: '' }] = all;
    await updateGalleryImage(services, { id, visibleFrom: undefined });
    expect([...originsOfImages(services.store)]).toEqual(['https://altrove.example']);
  });
});
