import { type RefObject, useEffect, useState } from 'react';
import { inPartsAttribute } from '#shared/boot.ts';
import { progressAt, sectionAt } from './reading.ts';

/**
 * The current section's id; writes the reading progress (0 to 1) to the `--progress` property of `line` without
 * rendering on scroll.
 */
export function useReading(ids: readonly string[], line: RefObject<HTMLElement | null>): string | null {
  const [active, setActive] = useState<string | null>(null);

  useEffect(() => {
    const sections = ids.flatMap((id) => document.getElementById(id) ?? []);
    let frame = 0;
    const follow = () => {
      frame = 0;
      setActive(
        sectionAt(
          sections
            .filter(isDrawn)
            .map((section) => ({ id: section.id, top: section.getBoundingClientRect().top })),
        ),
      );
      const { scrollHeight } = document.documentElement;
      line.current?.style.setProperty('--progress', String(progressAt(scrollY, scrollHeight, innerHeight)));
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(follow);
    };
    schedule();
    addEventListener('scroll', schedule, { passive: true });
    addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', schedule);
      removeEventListener('resize', schedule);
    };
  }, [ids, line]);

  return active;
}

/** False for sections not laid out yet (boot/in-parts.ts): measuring them would force their layout. */
function isDrawn(section: HTMLElement): boolean {
  const isInParts = document.documentElement.hasAttribute(inPartsAttribute);
  if (!isInParts || !('checkVisibility' in Element.prototype)) return true;
  return section.checkVisibility({ contentVisibilityAuto: true });
}
