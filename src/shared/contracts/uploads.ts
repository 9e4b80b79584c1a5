import { z } from 'zod';

const megabyte = 1024 * 1024;

/** Largest files taken, in bytes, and the largest picture, in pixels of all its frames together. */
export const uploadLimits = {
  imageBytes: 25 * megabyte,
  imagePixels: 100_000_000,
  audioBytes: 2 * 1024 * megabyte,
  videoBytes: 500 * megabyte,
} as const;

/** A stored file: `url` is a path on this site; width and height in pixels, for images. */
export const storedUpload = z.object({
  url: z.string(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  bytes: z.number().int(),
  type: z.string(),
});

export type StoredUpload = z.infer<typeof storedUpload>;

/** A smaller file of the same picture, `width` pixels wide. */
export const imageVariant = z.object({
  url: z.string(),
  type: z.enum(['image/avif', 'image/webp']),
  width: z.number().int(),
});

export type ImageVariant = z.infer<typeof imageVariant>;
