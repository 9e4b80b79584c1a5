import { type RefObject, useEffect, useState } from 'react';
import { inPartsAttribute } from '#shared/boot.ts';
import { progressAt, sectionAt } from './reading.ts';

/**
 * Follows the reader: tells which section is being read, and keeps how much has been read (0 to 1) in the
 * `--progress` property of `line`, without a render for every scroll.
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

/**
 * False inside of what the browser passes over for now (boot/in-parts.ts): that is nowhere near the window, and to ask where it
 * stands would lay it out, part by part.
 */
function isDrawn(section: HTMLElement): boolean {
  const isInParts = document.documentElement.hasAttribute(inPartsAttribute);
  if (!isInParts || !('checkVisibility' in Element.prototype)) return true;
  return section.checkVisibility({ contentVisibilityAuto: true });
}
