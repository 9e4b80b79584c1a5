/** Public path of `media/`: `media/cover/x.webp` is at `/public-objects/cover/x.webp`. */
export const mediaFolder = '/public-objects';

/** `src` works everywhere; browsers choose the first of `variants` that fits. */
export interface BookImage {
  src: string;
  /** Pixels of `src`; they reserve its space while it loads. */
  width: number;
  height: number;
  alt: string;
  variants?: { type?: string; media?: string; srcSet: string }[];
}

export const picture = (image: BookImage): BookImage => image;
