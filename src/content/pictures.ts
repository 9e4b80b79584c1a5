/** What is served from `media/`: `media/cover/x.webp` is at `/public-objects/cover/x.webp`. */
export const mediaFolder = '/public-objects';

/** A picture. `src` shows everywhere; browsers that can take a smaller file from `variants`, the first that fits. */
export interface BookImage {
  src: string;
  /** Pixels of `src`: they keep its place on the page while it loads. */
  width: number;
  height: number;
  /** What is to be seen, for who does not see it; empty for a picture that only decorates. */
  alt: string;
  variants?: { type?: string; media?: string; srcSet: string }[];
}

/** Has the compiler check a picture where it is written. */
export const picture = (image: BookImage): BookImage => image;
