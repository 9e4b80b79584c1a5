interface HalftoneProps {
  /** Where the dots grow until they close into a flat colour. */
  towards: 'up' | 'down';
  /** Sets the colour of the ink with `text-…`. */
  className?: string;
}

/** The edge between two colours, as the cover's screen print would make it: rows of dots that grow. */
export function Halftone({ towards, className = '' }: HalftoneProps) {
  return <div className={`halftone ${className}`} data-towards={towards} aria-hidden="true" />;
}
