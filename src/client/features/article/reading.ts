/** Rules of the contents (specification, section 9), in CSS pixels from the top of the window. */
const reading = {
  /** A section that is scrolled to stops here, below the fixed bar; also in article.css as `--scroll-offset`. */
  scrollOffset: 80,
  /** A section is being read once its top has passed this line. */
  activeThreshold: 150,
} as const;

interface SectionTop {
  id: string;
  /** Distance of the section's top from the top of the window. */
  top: number;
}

/** The section being read: the last one whose top has passed the threshold, or none above the first. */
export function sectionAt(sections: readonly SectionTop[]): string | null {
  return sections.findLast(({ top }) => top <= reading.activeThreshold)?.id ?? null;
}

/** How much of the page has been read, from 0 to 1. */
export function progressAt(scrollTop: number, pageHeight: number, windowHeight: number): number {
  const length = pageHeight - windowHeight;
  return length <= 0 ? 1 : Math.min(1, Math.max(0, scrollTop / length));
}

export function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
