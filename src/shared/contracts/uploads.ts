import { z } from 'zod';

export const uploadLimits = { imageBytes: 25 * 1024 * 1024 } as const;

/** A stored file: `url` is a path on this site; width and height in pixels, for images. */
export const storedUpload = z.object({
  url: z.string(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  bytes: z.number().int(),
  type: z.string(),
});

export type StoredUpload = z.infer<typeof storedUpload>;
