interface HalftoneProps {
  towards: 'up' | 'down';
  className?: string;
}

export function Halftone({ towards, className = '' }: HalftoneProps) {
  return <div className={`halftone ${className}`} data-towards={towards} aria-hidden="true" />;
}
