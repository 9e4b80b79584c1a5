import { z } from 'zod';

const megabyte = 1024 * 1024;

/** Maximum file sizes in bytes, and pixels of a picture with all its frames. */
export const uploadLimits = {
  imageBytes: 25 * megabyte,
  imagePixels: 100_000_000,
  audioBytes: 2 * 1024 * megabyte,
  videoBytes: 500 * megabyte,
} as const;

export const heicRefusal =
  'È una foto HEIC, il formato dell’iPhone, che molti browser non aprono: serve in JPEG. Sull’iPhone, in Foto, tocca Condividi, poi Opzioni, scegli «Più compatibile» e salvala in File; per le foto nuove, in Impostazioni › Fotocamera › Formati scegli «Più compatibile».';

/** Whether a MIME type, or a file name where the browser knows no type, is HEIC or HEIF. */
export const isHeic = (type: string, name = ''): boolean =>
  /^image\/hei[cf](?:-sequence)?$/.test(type) || /\.(?:hei[cf]s?|hif)$/i.test(name);

/** `url` is a path on this site; width and height in pixels, for images. */
export const storedUpload = z.object({
  url: z.string(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  bytes: z.number().int(),
  type: z.string(),
});

export type StoredUpload = z.infer<typeof storedUpload>;

/** A smaller file of a picture, `width` pixels wide. */
export const imageVariant = z.object({
  url: z.string(),
  type: z.enum(['image/avif', 'image/webp']),
  width: z.number().int(),
});

export type ImageVariant = z.infer<typeof imageVariant>;
