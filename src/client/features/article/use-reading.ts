import { type RefObject, useEffect, useState } from 'react';
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
        sectionAt(sections.map((section) => ({ id: section.id, top: section.getBoundingClientRect().top }))),
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
