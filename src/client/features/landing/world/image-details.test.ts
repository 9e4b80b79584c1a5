import { expect, test } from 'vitest';
import bookImages from '#content/demo/gallery.json';
import { imageDetails, type GalleryImage } from './image-details.ts';

test('the book’s own files have a thumbnail and say what is to be seen in them', () => {
  const [image] = bookImages;
  const details = imageDetails({ imageUrl: `/public-objects/gallery/${image?.file}` });
  expect(details.thumbnail).toBe(`/public-objects/gallery/${image?.thumbnail}`);
  expect(details.alt).toBe(image?.alt);
});

test('an image from elsewhere is shown as it is, and nobody knows its size', () => {
  const imageUrl = 'https://example.org/a.jpg';
  expect(imageDetails({ imageUrl, width: 100 })).toEqual({
    thumbnail: imageUrl,
    alt: undefined,
    size: {},
    sources: [],
  });
});

test('an upload keeps its place and offers its smaller files by type, the smallest type first', () => {
  const variants: GalleryImage['variants'] = [
    { url: '/u/640.webp', type: 'image/webp', width: 640 },
    { url: '/u/640.avif', type: 'image/avif', width: 640 },
    { url: '/u/1280.avif', type: 'image/avif', width: 1280 },
  ];
  expect(imageDetails({ imageUrl: '/u/a.jpg', width: 1600, height: 900, variants })).toMatchObject({
    size: { width: 1600, height: 900 },
    sources: [
      { type: 'image/avif', srcSet: '/u/640.avif 640w, /u/1280.avif 1280w' },
      { type: 'image/webp', srcSet: '/u/640.webp 640w' },
    ],
  });
});
