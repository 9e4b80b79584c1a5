import type { CSSProperties } from 'react';

interface PictureProps {
  image: {
    src: string;
    width: number;
    height: number;
    alt: string;
    variants?: { type?: string; media?: string; srcSet: string }[];
  };
  /** How wide it is shown, in the words of the `sizes` attribute. */
  sizes: string;
  /** `eager` and first in line for what the first screen shows; everything else waits until it is near. */
  priority?: boolean;
  className?: string;
  style?: CSSProperties;
}

/** A picture in the smallest file that does, with its place kept while it loads. */
export function Picture({ image, sizes, priority = false, className, style }: PictureProps) {
  return (
    <picture>
      {image.variants?.map((variant) => (
        <source
          key={variant.srcSet}
          type={variant.type}
          media={variant.media}
          srcSet={variant.srcSet}
          sizes={sizes}
        />
      ))}
      <img
        src={image.src}
        alt={image.alt}
        width={image.width}
        height={image.height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'sync' : 'async'}
        className={className}
        style={style}
      />
    </picture>
  );
}
