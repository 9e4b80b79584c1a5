import type { CSSProperties } from 'react';

interface PictureProps {
  image: {
    src: string;
    width: number;
    height: number;
    alt: string;
    variants?: { type?: string; media?: string; srcSet: string }[];
  };
  /** The `sizes` attribute. */
  sizes: string;
  /** Loads eagerly with high priority, for the first screen; others load lazily. */
  priority?: boolean;
  className?: string;
  style?: CSSProperties;
}

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
