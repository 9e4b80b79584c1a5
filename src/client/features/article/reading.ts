/** Thresholds of specification, section 9, in CSS pixels from the top of the viewport. */
const reading = {
  /** Scroll offset below the fixed bar; also in article.css as `--scroll-offset`. */
  scrollOffset: 80,
  /** A section is current once its top has passed this line. */
  activeThreshold: 150,
} as const;

interface SectionTop {
  id: string;
  top: number;
}

/** The last section whose top has passed the threshold; null above the first. */
export function sectionAt(sections: readonly SectionTop[]): string | null {
  return sections.findLast(({ top }) => top <= reading.activeThreshold)?.id ?? null;
}

export function progressAt(scrollTop: number, pageHeight: number, windowHeight: number): number {
  const length = pageHeight - windowHeight;
  return length <= 0 ? 1 : Math.min(1, Math.max(0, scrollTop / length));
}

export function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
