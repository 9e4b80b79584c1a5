import { z } from 'zod';
import { imageVariant } from './uploads.ts';
import { visibleFrom, visibleFromField } from './visibility.ts';
import {
  chosenId,
  id,
  optionalText,
  optionalWholeNumber,
  requiredText,
  timestamp,
  versionRead,
  wholeNumber,
} from './values.ts';

/** `https://…` or an absolute path on this site; `//other.site`, `javascript:` and the like are refused. */
const imageUrl = requiredText("L'indirizzo dell'immagine", 2_000).refine((text) => {
  if (/[\s\\]/.test(text)) return false;
  if (text.startsWith('/')) return !text.startsWith('//');
  return text.startsWith('https://') && URL.canParse(text);
}, "L'indirizzo deve cominciare con https:// oppure essere un percorso di questo sito, come /uploads/….");

const fields = {
  title: requiredText('Il titolo', 200),
  imageUrl,
  description: optionalText('La descrizione', 2_000),
  displayOrder: wholeNumber("L'ordine", 0),
  visibleFrom: visibleFromField,
};

export const galleryImage = z.object({
  id,
  title: z.string(),
  imageUrl: z.string(),
  description: z.string().optional(),
  displayOrder: z.number().int().min(0),
  visibleFrom,
  /** Pixels, read from the uploaded file; they reserve its space on the page. */
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** With the smaller files generated so far. */
export const shownGalleryImage = galleryImage.extend({ variants: z.array(imageVariant).optional() });

/** Without `displayOrder` the image is appended. */
export const createGalleryImage = z.object({
  id: chosenId,
  ...fields,
  displayOrder: optionalWholeNumber("L'ordine", 0),
});
export const updateGalleryImage = z.object(fields).partial().extend({ id, updatedAt: versionRead });

/** `ids`: all images in the new order; `from`: the order the author saw. */
export const orderGalleryImages = z.object({ ids: z.array(id), from: z.array(id).optional() });

export type GalleryImage = z.infer<typeof galleryImage>;
export type ShownGalleryImage = z.infer<typeof shownGalleryImage>;
export type CreateGalleryImage = z.infer<typeof createGalleryImage>;
export type UpdateGalleryImage = z.infer<typeof updateGalleryImage>;
